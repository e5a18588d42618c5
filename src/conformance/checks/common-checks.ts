import * as z from 'zod/mini';
import type { Operation } from '#contract/operation.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { refusalProblem } from '../answers.ts';
import type { Check } from '../check.ts';

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
  return [
    {
      operation,
      basis: 'decided',
      says: 'refuses a request without a key with 401',
      run: async (provider) =>
        refusalProblem(await provider.call(operation, { ...body, token: null }), 401, 'system'),
    },
    {
      operation,
      basis: 'decided',
      says: 'refuses an unknown key with 401',
      run: async (provider) =>
        refusalProblem(await provider.call(operation, { ...body, token: unknownKey }), 401, 'system'),
    },
  ];
}

function queryChecks(operation: Operation): Check[] {
  return [
    {
      operation,
      basis: 'decided',
      says: 'refuses an unknown parameter and names it',
      run: async (provider) => {
        const reply = await provider.call(operation, { query: { conformance_suite: '1' } });
        return refusalProblem(reply, 400, 'request', ['conformance_suite']);
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
  return [
    {
      operation,
      basis: isPublishedRequirement(operation) ? 'published' : 'decided',
      says: `refuses an empty body and names ${required.join(', ')}`,
      run: async (provider) =>
        refusalProblem(await provider.call(operation, { body: {} }), 400, 'request', required),
    },
    {
      operation,
      basis: 'decided',
      says: 'refuses malformed JSON with 400',
      run: async (provider) => refusalProblem(await provider.call(operation, { text: '{' }), 400, 'request'),
    },
    {
      operation,
      basis: 'decided',
      says: 'refuses another content type with 415',
      run: async (provider) => {
        const reply = await provider.call(operation, { text: '{}', contentType: 'text/plain' });
        return refusalProblem(reply, 415, 'request');
      },
    },
  ];
}

function isPublishedRequirement({ id }: Operation): boolean {
  return id === 'deleteWithdrawalRequest';
}
