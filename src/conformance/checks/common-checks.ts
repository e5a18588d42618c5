import * as z from 'zod/mini';
import type { Operation } from '#contract/operation.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { refusalDifference } from '../answers.ts';
import type { Check } from '../check.ts';
import { pageOf } from '../judge-answer.ts';

/** A key that doesn't exist. */
const unknownKey = 'conformance-suite-unknown-key';

/**
 * What holds for every operation. A provider should refuse each of these requests; one that doesn't may carry it out,
 * so those that are no GET are sent only with `--write`.
 */
export function commonChecks(): Check[] {
  return walletServiceOperations.flatMap((operation) =>
    keyChecks(operation).concat(
      operation.body === undefined ? queryChecks(operation) : bodyChecks(operation),
    ),
  );
}

function keyChecks(operation: Operation): Check[] {
  // A body that no operation takes: a provider that looks at the key too late must not carry anything out.
  const body = operation.body === undefined ? {} : { body: {} };
  const refusal = {
    status: 401,
    errorCode: 'system',
    accepted: { rating: 'unusable', effect: `${pageOf(operation)}: anyone is let in, with any key.` },
  } as const;
  return [
    {
      operation,
      basis: 'decided',
      says: 'refuses a request without a key with 401',
      run: async (provider) =>
        refusalDifference(operation, await provider.call(operation, { ...body, token: null }), refusal),
    },
    {
      operation,
      basis: 'decided',
      says: 'refuses an unknown key with 401',
      run: async (provider) =>
        refusalDifference(operation, await provider.call(operation, { ...body, token: unknownKey }), refusal),
    },
  ];
}

function queryChecks(operation: Operation): Check[] {
  return [
    {
      operation,
      basis: 'decided',
      says: 'refuses an unknown parameter and names it',
      isNeverSent: true,
      run: async (provider) => {
        const reply = await provider.call(operation, { query: { conformance_suite: '1' } });
        return refusalDifference(operation, reply, {
          status: 400,
          errorCode: 'request',
          names: ['conformance_suite'],
        });
      },
    },
  ];
}

function bodyChecks(operation: Operation): Check[] {
  const shape = operation.body?.shape ?? {};
  const required = Object.keys(shape).filter((name) => {
    const schema = shape[name];
    return !(schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault);
  });
  const refusal = { status: 400, errorCode: 'request' };
  return [
    {
      operation,
      basis: isPublishedRequirement(operation) ? 'published' : 'decided',
      says: `refuses an empty body and names ${required.join(', ')}`,
      isNeverSent: true,
      run: async (provider) => {
        const reply = await provider.call(operation, { body: {} });
        return refusalDifference(operation, reply, { ...refusal, names: required });
      },
    },
    {
      operation,
      basis: 'decided',
      says: 'refuses malformed JSON with 400',
      isNeverSent: true,
      run: async (provider) =>
        refusalDifference(operation, await provider.call(operation, { text: '{' }), refusal),
    },
    {
      operation,
      basis: 'decided',
      says: 'refuses another content type with 415',
      isNeverSent: true,
      run: async (provider) => {
        const reply = await provider.call(operation, { text: '{}', contentType: 'text/plain' });
        return refusalDifference(operation, reply, { status: 415, errorCode: 'request' });
      },
    },
  ];
}

function isPublishedRequirement({ id }: Operation): boolean {
  return id === 'deleteWithdrawalRequest';
}
