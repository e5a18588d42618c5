import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { decimal } from '#domain/decimal.ts';
import { ExactNumber, stringifyJson } from '#domain/json.ts';
import { numberAmount, textAmount } from './amounts.ts';
import { answerSchema } from './answer-schema.ts';
import { permissionFailure } from './failures.ts';
import { openSets } from './fields.ts';
import type { Operation } from './operation.ts';
import { gatewayOperations } from './gateway/operations.ts';
import { listTransactions } from './wallet-service/transactions.ts';
import { walletServiceOperations } from './wallet-service/operations.ts';
import { listWallets } from './wallet-service/wallets.ts';
import { createWallet } from './wallet-service/wallet-changes.ts';
import { createWithdrawalRequest } from './wallet-service/withdrawal-request.ts';

const all: readonly Operation[] = [...walletServiceOperations, ...gatewayOperations];

function messages(schema: z.ZodMiniType, value: unknown): string[] {
  const read = z.safeParse(schema, value);
  return read.success ? [] : read.error.issues.map((issue) => issue.message);
}

/** Lists every object schema within the schema. */
function namesOfFields(schema: z.ZodMiniType): string[] {
  const described: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const names: string[] = [];
  JSON.stringify(described, (key, value: unknown) => {
    if (key === 'properties') names.push(...Object.keys(value as object));
    return value;
  });
  return names;
}

describe('operations', () => {
  it('have ids, and methods on paths, that are used once', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length);
  });

  it('include every operation that the published interface names', () => {
    const routes = walletServiceOperations.map(
      ({ method, path }) => `${method} ${path.replace('/api/prod/v1', '')}`,
    );
    expect(routes.sort()).toEqual([
      'DELETE /wallets',
      'DELETE /withdrawal-request',
      'GET /exchange-transactions',
      'GET /test',
      'GET /transactions',
      'GET /user-balances',
      'GET /wallets',
      'GET /withdrawal-request',
      'GET /withdrawal-requests',
      'PATCH /wallets-status',
      'POST /aml-report',
      'POST /aml-report-recheck',
      'POST /wallets',
      'POST /withdrawal-request',
      'PUT /wallets',
    ]);
  });

  it('name a failure of permissions where they need one, and nowhere else', () => {
    for (const { id, permission, failures } of all) {
      const refusals = failures.filter(({ when }) => when === permissionFailure.when);
      expect([id, refusals.length]).toEqual([id, permission === null ? 0 : 1]);
    }
  });

  it('say whether their responses may contain something that grants access', () => {
    const granting = all.filter(({ grantsAccess }) => grantsAccess === true).map(({ id }) => id);
    expect(granting.sort()).toEqual([
      'addPasskey',
      'checkPassword',
      'closeSession',
      'createFirstAdministrator',
      'createWallet',
      'inviteUser',
      'joinWithPasskey',
      'joinWithPassword',
      'listEventDestinations',
      'openSession',
      'readAmlCheck',
      'readInvitation',
      'reauthenticateWithKey',
      'reauthenticateWithPasskey',
      'reauthenticateWithPassword',
      'reauthenticateWithRecoveryCode',
      'recheckAmlReport',
      'removePasskey',
      'replacePassword',
      'replaceRecoveryCodes',
      'replaceWebhookSecret',
      'requestAmlReport',
      'resetUserSignIn',
      'setUpFirstAdministrator',
      'signInAsSandboxUser',
      'signInOptions',
      'signInWithPasskey',
      'signInWithRecoveryCode',
      'signInWithSecondFactor',
      'startInvitedPasskey',
      'startInvitedTotp',
      'startPasskey',
      'startPasskeySignIn',
      'startReauthentication',
      'startTotp',
    ]);
  });

  it('declare every field for a key or a link', () => {
    const secretName = /^(?:token|secret|password|qr|.*_(?:key|token|secret|link|url|code))$/;
    for (const operation of all) {
      if (operation.grantsAccess === true) continue;
      const fields = namesOfFields(answerSchema(operation)).filter((name) => secretName.test(name));
      expect([operation.id, fields]).toEqual([operation.id, []]);
    }
  });

  it('each refuse a parameter and a field that they do not know', () => {
    for (const { query, body } of all) {
      for (const schema of [query, body]) {
        if (schema === undefined) continue;
        const read = z.safeParse(schema, { surprise: '1' });
        expect(read.error?.issues.some(({ code }) => code === 'unrecognized_keys')).toBe(true);
      }
    }
  });
});

describe('amounts', () => {
  const amount = decimal('1234567890.123456789012345678');

  it('published as numbers are written as JSON numbers with every digit', () => {
    expect(stringifyJson(z.encode(numberAmount, amount))).toBe('1234567890.123456789012345678');
  });

  it('published as text are written as text', () => {
    expect(stringifyJson(z.encode(textAmount, amount))).toBe('"1234567890.123456789012345678"');
  });

  it.each([new ExactNumber('1e-18'), '0.000000000000000001'])('are read from %s without loss', (wire) => {
    expect(z.decode(numberAmount, wire)).toBe('0.000000000000000001');
  });

  it.each([Number.NaN, 0.1, 'abc', '', null, {}, new ExactNumber('1e999999')])('refuse %s', (wire) => {
    expect(z.safeParse(numberAmount, wire).success).toBe(false);
  });
});

describe('parameters', () => {
  it('take the documented defaults', () => {
    expect(z.parse(listTransactions.query, {})).toEqual({
      sort_by: 'created_at',
      sort_direction: 'desc',
      limit: 100,
      offset: 0,
    });
  });

  it.each(['0', '301', '-1', '1.5', '1e2', 'x', '', '99999999999999999999'])(
    'refuse the page size %j',
    (limit) => {
      expect(messages(listWallets.query, { limit })).toEqual([
        'must be a whole number from 1 to 300: maximum 300, default 100',
      ]);
    },
  );

  it.each(['-1', 'x', '1.5'])('refuse the offset %j', (offset) => {
    expect(messages(listWallets.query, { offset })).toEqual(['must be >= 0']);
  });

  it('name what is allowed in a closed set', () => {
    expect(messages(listTransactions.query, { direction: 'up' })).toEqual(['allowed: in, out']);
    expect(messages(listTransactions.query, { created_from: 'yesterday' })).toEqual([
      'must be valid ISO 8601 date-time',
    ]);
  });

  it('read a date alone as the whole day, from its first moment to its last', () => {
    const read = z.parse(listTransactions.query, { created_from: '2026-02-03', created_to: '2026-02-03' });
    expect(read.created_from).toBe('2026-02-03T00:00:00.000000Z');
    expect(read.created_to).toBe('2026-02-03T23:59:59.999999Z');
  });

  it('opened for a reader accept values that only a provider knows, but no other sort order', () => {
    const open = openSets(listTransactions.query);
    expect(messages(open, { status: 'frozen' })).toEqual([]);
    expect(messages(open, { sort_direction: 'sideways' })).toEqual(['allowed: asc, desc']);
  });
});

describe('fields', () => {
  const valid = { name: 'Desk', network: 'trx', type: 'user' };

  it('trim a name', () => {
    expect(z.parse(createWallet.body, { ...valid, name: '  Desk ' }).name).toBe('Desk');
  });

  it.each([
    ['missing', undefined, 'required field'],
    ['blank', '   ', 'Enter a name (up to 64 characters).'],
    ['too long', 'x'.repeat(65), 'Enter a name (up to 64 characters).'],
    ['no text', 7, 'must be text'],
    ['with a control character', 'a\u0000b', 'Remove control characters.'],
    ['with a direction override', 'a\u202Eb', 'Remove control characters.'],
    ['with half a character', 'a\uD800', 'Remove control characters.'],
  ])('refuse a name that is %s', (_what, name, message) => {
    expect(messages(createWallet.body, { ...valid, name })).toEqual([message]);
  });

  it.each(['0', '0.000', '-1', '1e3', '', ' 1', '1.', '.5', 'NaN'])('refuse to withdraw %j', (amount) => {
    const [first] = messages(createWithdrawalRequest.body, { amount });
    expect(first).toMatch(/^Enter a decimal number as text\.$|^Enter an amount greater than 0\.$/);
  });
});
