import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { testKey } from '#contract/wallet-service/test.ts';
import { createWallet } from '#contract/wallet-service/wallet-changes.ts';
import { now } from '#domain/clock.ts';
import { decimal } from '#domain/decimal.ts';
import type { TestDatabase } from '#database/testing.ts';
import { type Clock, instantFromDate } from '#domain/time.ts';
import { createJobs } from '#jobs/jobs.ts';
import { createHttpApp } from '#http/http-app.ts';
import { serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import { ThreadPool } from '#http/thread-pool.ts';
import type { EmbeddedProvider, GatewayDeps, KeyDescription } from '../gateway-deps.ts';
import { registerGateway } from '../gateway.ts';
import { type Answer, cookieOf, fromOwnPage, send, type Sent } from './http-client.ts';

export const secret = 'a secret of the tests, long enough';

const noReports = {
  reportFees: async () => [],
  reportFlows: async () => [],
  reportExchanges: async () => [],
  reportCounterparties: async () => ({ rows: [], others: [] }),
};

/** A clock that moves only when a test moves it. */
export class TestClock {
  #now = Date.UTC(2026, 0, 2, 3, 4, 5);

  readonly now: Clock = () => instantFromDate(new Date(this.#now));

  advance({ hours = 0, minutes = 0, seconds = 0 }): void {
    this.#now += ((hours * 60 + minutes) * 60 + seconds) * 1000;
  }
}

/** A wallet service in this process that knows the keys given, each with its account's id. */
export type TinyService = EmbeddedProvider & { accounts: Map<string, string> };

export function makeTinyService(...keys: string[]): TinyService {
  const accounts = new Map(keys.map((key) => [key, `account of ${key}`]));
  const describeKey = async (key: string): Promise<KeyDescription | undefined> => {
    const accountId = accounts.get(key);
    return accountId === undefined ? undefined : { accountId, keyName: `key ${key}`, permissions };
  };
  return {
    kind: 'embedded',
    accounts,
    describeKey,
    identifyKey: describeKey,
    listAccounts: async () => [...accounts].map(([key, id]) => ({ id, name: `Account ${key}` })),
    reasons: { list: async () => [], listSanctionsHits: async () => ({ count: 0, latest: [] }) },
    wallets: {
      find: async () => [],
      sum: async () => ({ wallets: 0, lines: [], unreadable: [] }),
      createdAt: async () => undefined,
    },
    listFees: async () => [{ network: 'trx', currency: 'USDT', fee: decimal('1.5'), minimum: decimal('10') }],
    checkTerms: async () => ({ checksLeft: 100, price: { amount: decimal('1'), currency: 'USDT' } }),
    ledgerChecks: {
      read: async () => ({
        checked_at: '2026-01-02T03:04:05.000Z',
        history_checked_at: null,
        is_late: false,
        are_payments_stopped: false,
        fault_count: 0,
        faults: [],
      }),
      resume: async () => undefined,
    },
    eventSending: {
      list: async () => [],
      add: async () => undefined,
      remove: async () => false,
      retryFailed: async () => false,
      sendAgain: async () => false,
    },
    sums: {
      transactions: async () => [],
      exchanges: async () => [],
      withdrawals: async () => [],
      movements: async () => [],
    },
    streamBookLines: () => ReadableStream.from([]),
    ledger: {
      listBalances: async () => [],
      readBalancesAt: async (_account, at) => ({ as_of: at, rows: [] }),
      checkBalances: async () => [],
      listOfWallet: async () => [],
      listAmlFees: async () => ({ count: 0, totals: [], rows: [] }),
      readStatement: async (_account, { from, to }) => ({ from, as_of: to, rows: [] }),
      listEntries: async () => ({ count: 0, entries: [] }),
      sumEntries: async () => [],
      ...noReports,
      findBookingTimes: async () => [],
      streamEntries: async function* () {
        // It has no entries.
      },
    },
    books: {
      ...noReports,
      readStatement: async (_account, { from, to }) => ({ from, as_of: to, rows: [] }),
      countEntries: async () => 0,
      streamEntries: () => ReadableStream.from([]),
    },
    register: (scope) => {
      const host = {
        app: scope,
        authorize: async ({ headers }: { headers: Record<string, unknown> }) => {
          const caller = await describeKey(String(headers['token']));
          if (caller === undefined) throw new ServiceError(401, 'The API key is missing or unknown');
          return caller;
        },
      };
      serve(host, testKey, async () => ({ result: 'success' as const }));
      serve(host, createWallet, async ({ body, caller }) => ({
        user_id: caller.accountId,
        qr: 'https://wallets.example/qr.png',
        address: 'T',
        network_name: 'TRC20',
        network: body.network.toUpperCase(),
        name: body.name,
      }));
    },
  };
}

export type RunningGateway = {
  app: FastifyInstance;
  address: string;
  /** Of all gateways of the file: a thread takes longer to start than most tests do. */
  threads: ThreadPool;
  send: (path: string, sent?: Sent) => Promise<Answer>;
  /** Signs in from the console's own page. */
  signIn: (token: string, headers?: Record<string, string>) => Promise<Answer>;
  /** Signs in, and returns what asks with that session. */
  open: (token: string) => Promise<{ cookie: string; get: (path: string) => Promise<Answer> }>;
};

type Options = Partial<GatewayDeps> &
  Parameters<typeof createHttpApp>[0] & {
    /** Any that is free by default. */
    port?: number;
  };

/** Starts gateways that listen on ports of their own and are closed after each test. */
export function setUpGateways(database: TestDatabase): (options?: Options) => Promise<RunningGateway> {
  const running: FastifyInstance[] = [];
  const threads = new ThreadPool({ threads: 1 });
  afterEach(async () => {
    await Promise.all(running.splice(0).map(async (app) => app.close()));
  });
  afterAll(async () => threads.close());

  return async ({ trustProxy = false, logger = false, port = 0, ...options } = {}) => {
    const app = createHttpApp({ trustProxy, logger });
    const jobs = createJobs((error, about) =>
      app.log.error({ err: error, ...about }, 'background work failed'),
    );
    registerGateway(app, {
      db: database.db,
      jobs,
      threads,
      now,
      provider: makeTinyService('good'),
      mode: 'embedded',
      deposits: 'undetected',
      sandboxKeys: [],
      settings: {
        sessionSecret: secret,
        amlPauseMs: 100,
        heartbeatMs: 500,
        providerLookDelayMs: Number.POSITIVE_INFINITY,
        // A machine that tests many things at once is slow.
        firstScreenMs: 2_000,
      },
      ...options,
    });
    running.push(app);
    const address = await app.listen({ port, host: '127.0.0.1' });
    const signIn: RunningGateway['signIn'] = async (token, headers = {}) =>
      send(address, '/session', { method: 'POST', headers: { ...fromOwnPage, ...headers }, body: { token } });
    return {
      app,
      address,
      threads,
      send: async (path, sent) => send(address, path, sent),
      signIn,
      open: async (token) => {
        const cookie = cookieOf(await signIn(token));
        return { cookie, get: async (path) => send(address, path, { headers: { cookie } }) };
      },
    };
  };
}
