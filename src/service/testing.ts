import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { beforeAll, beforeEach } from 'vitest';
import { permissions, type Permission } from '#contract/permissions.ts';
import { decimal } from '#domain/decimal.ts';
import { parseJson } from '#domain/json.ts';
import type { Currency, WalletNetwork, WalletType } from '#domain/networks.ts';
import { useTestDatabase } from '#database/testing.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { createHttpApp } from '#http/http-app.ts';
import { insertAccountKeys } from './addresses/address-chains.ts';
import { sandboxAccountKeys } from './addresses/sandbox-phrase.ts';
import { insertAccount } from './keys/accounts.store.ts';
import { insertKey } from './keys/keys.store.ts';
import { postEntries, type Posting } from './ledger/ledger.ts';
import type { WalletRef } from './ledger/ledger-accounts.ts';
import { registerService, type ServiceDeps } from './service.ts';
import { receiveDeposit } from './testing-deposits.ts';
import { createWallet } from './wallets/create-wallet.ts';

export const base = '/api/prod/v1';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type CallOptions = {
  /** The key; undefined: the account's own, null: none. */
  token?: string | string[] | null;
  /** Sent as JSON, unless it is text: then as it is. */
  body?: unknown;
  headers?: Record<string, string>;
};

export type Answer = {
  status: number;
  /** The answer read without loss. */
  body: unknown;
  /** The very characters of the answer. */
  text: string;
  headers: Record<string, unknown>;
};

export type TestService = {
  readonly db: Kysely<Tables>;
  readonly app: FastifyInstance;
  /** An account and a key of it that may do everything, new for each test unless the database is filled once. */
  readonly accountId: string;
  readonly token: string;
  /** Sends a request; the path stands below the base. */
  call: (method: Method, path: string, options?: CallOptions) => Promise<Answer>;
  /** A key of the account with only these permissions. */
  keyWith: (...allowed: Permission[]) => Promise<string>;
  /** A wallet of the account, made without HTTP. */
  wallet: (network?: WalletNetwork, type?: WalletType, name?: string) => Promise<WalletRef>;
  fund: (wallet: WalletRef, currency: Currency, amount: string) => Promise<void>;
  post: (posting: Posting) => Promise<void>;
};

/**
 * The whole service over HTTP, on a database of the file's own that is empty except for one account. With `fillOnce`,
 * the account is the same for all tests, which only read what is filled in before the first one.
 */
export function setUpService(
  deps: Partial<ServiceDeps> = {},
  fillOnce?: (db: Kysely<Tables>, accountId: string) => Promise<void>,
): TestService {
  let accountId = '';
  let token = '';
  const openAccount = async (db: Kysely<Tables>) => {
    await insertAccountKeys(db, sandboxAccountKeys);
    accountId = await insertAccount(db, 'Test account');
    token = (await insertKey(db, { accountId, name: 'Test key', permissions })).token;
  };
  const openAndFill =
    fillOnce &&
    (async (db: Kysely<Tables>) => {
      await openAccount(db);
      await fillOnce(db, accountId);
    });
  const database = useTestDatabase(openAndFill);
  const app = createHttpApp({});
  beforeAll(() => registerService(app, { db: database.db, allowSandboxKeys: false, ...deps }));
  if (openAndFill === undefined) beforeEach(async () => await openAccount(database.db));

  const post = async (posting: Posting) =>
    await inTransaction(database.db, async (tx) => await postEntries(tx, posting));
  return {
    app,
    get db() {
      return database.db;
    },
    get accountId() {
      return accountId;
    },
    get token() {
      return token;
    },
    call: async (method, path, { token: own = token, body, headers } = {}) => {
      const answer = await app.inject({
        method,
        url: `${base}${path}`,
        headers: {
          ...(own !== null && { token: own }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return {
        status: answer.statusCode,
        text: answer.body,
        body: parseJson(answer.body),
        headers: answer.headers,
      };
    },
    keyWith: async (...allowed) => {
      const name = `Key ${randomBytes(4).toString('hex')}`;
      return (await insertKey(database.db, { accountId, name, permissions: allowed })).token;
    },
    wallet: async (network = 'trx', type = 'user', name = 'Test wallet') => {
      const address = await createWallet(database.db, accountId, { name, network, type });
      if (address === undefined) throw new Error('No wallet was made.');
      return { network, address };
    },
    fund: async (wallet, currency, amount) => {
      await receiveDeposit(database.db, accountId, wallet, { currency, amount: decimal(amount) });
    },
    post,
  };
}

export const success = (data: unknown) => ({ code: '200', error_code: null, error_message: null, data });

export const failure = (
  code: number,
  errorCode: 'request' | 'system' | 'not_found',
  message: unknown,
  data: unknown = null,
) => ({ code: String(code), error_code: errorCode, error_message: message, data });
