import type { FastifyInstance } from 'fastify';
import type { Database } from '#database/database.ts';
import { isMigrated } from '#database/migrate.ts';
import { createWriteProbe } from '#database/write-probe.ts';
import { now } from '#domain/clock.ts';
import { createHttpApp } from '#http/http-app.ts';
import { limitConnections } from '#http/limit-connections.ts';
import type { Jobs } from '#jobs/jobs.ts';
import { booksReader, reportReader } from './books-reader.ts';
import {
  allowsLoopbackEvents,
  amlLeaseMs,
  type Config,
  depositsOf,
  identityProviderOf,
  isLoopbackHost,
} from './config.ts';
import type { GatewayDeps } from './gateway/gateway-deps.ts';
import { registerGateway } from './gateway/gateway.ts';
import { registerOpenApi } from './openapi/openapi.routes.ts';
import { findCheckTerms } from './service/aml/checks/allowances.store.ts';
import { listAmlFees } from './service/aml/checks/aml-fees.store.ts';
import {
  checkLedgerBalances,
  listLedgerBalances,
  listWalletLedger,
  readBalancesAt,
} from './service/balances/ledger-balances.store.ts';
import { findBookingTimes } from './service/books/booking-times.store.ts';
import { listEntries, streamEntries, sumEntriesByCurrency } from './service/books/entries.store.ts';
import { sumMovementsOf } from './service/books/movement-sums.store.ts';
import { streamBookLines } from './service/books/book-lines.store.ts';
import { readStatement } from './service/books/statement.store.ts';
import {
  addDestination,
  listDestinations,
  removeDestination,
  retryFailed,
  sendAgain,
} from './service/events/destinations.store.ts';
import { sumExchangesOf } from './service/exchanges/exchange-sums.store.ts';
import { listAccounts } from './service/keys/accounts.store.ts';
import { sandboxKeys } from './service/sandbox/sandbox-keys.ts';
import { describeLedgerCheck } from './service/ledger/describe-check.ts';
import { resumePayments } from './service/ledger/faults.store.ts';
import { describeKey, identifyKey, registerService } from './service/service.ts';
import { sumTransactionsOf } from './service/transactions/transaction-sums.store.ts';
import { listReasons, listSanctionsHits } from './service/withdrawals/withdrawal-reasons.store.ts';
import { findWalletCreation, findWallets, sumWallets } from './service/wallets/wallets.store.ts';
import { sumRequestsOf } from './service/withdrawals/withdrawal-sums.store.ts';
import { listFeeRules } from './service/withdrawals/withdrawal-fees.ts';

export type BuiltDashboard = {
  /** The files for the browser. */
  directory: string;
  /** The module that draws the first screen of a page on the server. */
  firstScreenFile: string;
};

export type AppDeps = {
  config: Config;
  /** Open, migrated, and prepared for the mode. */
  database: Database;
  sessionSecret: string;
  /** See `loadIdentitySecret`. */
  identitySecret?: string | undefined;
  /** The built dashboard; left out where something else serves it, as in development. */
  dashboard: BuiltDashboard | undefined;
  /** Run while the app does. */
  jobs: Jobs;
  /** Called when there is new work for the jobs of the wallet service. */
  onNewWork: () => void;
};

/** The whole product as an app that does not listen. */
export function buildApp({
  config,
  database,
  sessionSecret,
  identitySecret,
  dashboard,
  jobs,
  onNewWork,
}: AppDeps): FastifyInstance {
  const app = createHttpApp({
    logger: { level: config.LOG_LEVEL },
    trustProxy: config.TRUST_PROXY ?? false,
  });
  // Everybody's connections come from the proxy.
  limitConnections(app, {
    perAddress: config.TRUST_PROXY === undefined ? config.CONNECTIONS_PER_ADDRESS : 0,
  });
  registerGateway(app, {
    provider: providerOf(config, database, onNewWork),
    db: database.db,
    sessionsDb: database.sessions,
    jobsDb: database.jobs,
    jobs,
    now,
    mode: config.mode,
    deposits: depositsOf(config),
    isLocalOnly: isLoopbackHost(config.HOST),
    sandboxKeys: config.mode === 'sandbox' ? sandboxKeys.map(({ token }) => token) : [],
    clientDirectory: dashboard?.directory,
    firstScreenFile: dashboard?.firstScreenFile,
    checkReadiness: readinessOf(database),
    settings: {
      sessionSecret,
      identitySecret,
      publicUrl: config.PUBLIC_URL,
      keySignIn: config.KEY_SIGN_IN,
      identityProvider: identityProviderOf(config),
      sessionLifetimeSeconds: config.SESSION_LIFETIME_MINUTES * 60,
      idleTimeoutSeconds: config.SESSION_IDLE_MINUTES * 60,
      requestsPerMinute: config.RATE_LIMIT_PER_MINUTE,
      eventsPerMinute: config.EVENT_LIMIT_PER_MINUTE,
      outcomeProofSeconds: config.OUTCOME_PROOF_SECONDS,
      amlLeaseMs: amlLeaseMs(config),
      allowLoopbackUrls: allowsLoopbackEvents(config),
    },
  });
  registerOpenApi(app, config.PUBLIC_URL?.href);
  return app;
}

/** The database answers, can be written, and was brought to this version: that stays true once it is. */
function readinessOf({ sessions: db, ping }: Database): () => Promise<void> {
  const probeWrites = createWriteProbe(db);
  let isPrepared = false;
  return async () => {
    await ping();
    isPrepared ||= await isMigrated(db);
    if (!isPrepared) throw new Error('The database is not of this version of the program');
    await probeWrites();
  };
}

function providerOf(
  config: Config,
  { db, sessions, jobs }: Database,
  onNewWork: () => void,
): GatewayDeps['provider'] {
  if (config.WALLET_API_URL !== undefined) {
    return {
      kind: 'remote',
      url: config.WALLET_API_URL,
      parameters: config.WALLET_API_PARAMETERS,
      without: config.WALLET_API_WITHOUT,
      outgoingAddress: config.OUTGOING_ADDRESS,
      fileOrigins: config.FILE_HOSTS,
      timeoutMs: config.WALLET_API_TIMEOUT_SECONDS * 1000,
    };
  }
  const withdrawals = { delaySeconds: config.WITHDRAWAL_DELAY_SECONDS, onCreated: onNewWork };
  // The sandbox delays reports, so that a check can be seen waiting.
  const aml = {
    leaseMs: amlLeaseMs(config),
    asyncDelayMs: config.mode === 'sandbox' ? config.SANDBOX_AML_SECONDS * 1000 : 0,
    onAccepted: onNewWork,
  };
  const rules = { allowSandboxKeys: config.mode === 'sandbox' };
  return {
    kind: 'embedded',
    register: (scope) =>
      registerService(scope, { db, publicUrl: config.PUBLIC_URL?.href, withdrawals, aml, ...rules }),
    describeKey: async (token) => describeKey(sessions, token, rules),
    identifyKey: async (token) => identifyKey(sessions, token, rules),
    listAccounts: async () => (await listAccounts(db)).map(({ accountId: id, name }) => ({ id, name })),
    listFees: async () => listFeeRules(db),
    wallets: {
      find: async (accountId, wanted) => findWallets(db, accountId, wanted),
      sum: async (accountId) => sumWallets(db, accountId),
      createdAt: async (accountId, address) => findWalletCreation(db, accountId, address),
    },
    checkTerms: async (accountId) => findCheckTerms(db, accountId),
    reasons: {
      list: async (accountId, ids) => listReasons(db, accountId, ids),
      listSanctionsHits: async (accountId, since) => listSanctionsHits(db, accountId, since),
    },
    ledgerChecks: {
      read: async (accountId) => describeLedgerCheck(db, accountId),
      resume: async (accountId, resumption) => resumePayments(db, accountId, resumption),
    },
    eventSending: {
      list: async (accountId) => listDestinations(db, accountId),
      add: async (accountId, destination) =>
        addDestination(db, accountId, { ...destination, allowLoopback: allowsLoopbackEvents(config) }),
      remove: async (accountId, id) => removeDestination(db, accountId, id),
      retryFailed: async (accountId, id) => retryFailed(db, accountId, id),
      sendAgain: async (accountId, id) => sendAgain(db, accountId, id),
    },
    sums: {
      transactions: async (accountId, query) => sumTransactionsOf(db, accountId, query),
      exchanges: async (accountId, query) => sumExchangesOf(db, accountId, query),
      withdrawals: async (accountId, query) => sumRequestsOf(db, accountId, query),
      movements: async (accountId, body) => sumMovementsOf(db, accountId, body),
    },
    streamBookLines: (accountId, period) => streamBookLines(jobs, accountId, period),
    ledger: {
      listBalances: async (accountId) => listLedgerBalances(db, accountId),
      readBalancesAt: async (accountId, at) => readBalancesAt(db, accountId, at),
      checkBalances: async (accountId) => checkLedgerBalances(db, accountId),
      listOfWallet: async (accountId, address) => listWalletLedger(db, accountId, address),
      listAmlFees: async (accountId, query) => listAmlFees(db, accountId, query),
      readStatement: async (accountId, period, openingFrom) =>
        readStatement(db, accountId, period, openingFrom),
      listEntries: async (accountId, query) => listEntries(db, accountId, query),
      ...reportReader(db),
      findBookingTimes: async (accountId, ids) => findBookingTimes(db, accountId, ids),
      sumEntries: async (accountId, query) => sumEntriesByCurrency(db, accountId, query),
      streamEntries: (accountId, period, created) => streamEntries(db, accountId, period, created),
    },
    books: booksReader(jobs),
  };
}
