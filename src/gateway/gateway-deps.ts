import type { IdentityProviderSettings } from './identity-provider/identity-provider.ts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { KnownWallet } from '#contract/gateway/known-addresses.ts';
import type { WalletSums } from '#contract/gateway/wallet-sums.ts';
import type { EventDestination } from '#contract/gateway/event-destinations.ts';
import type { WithdrawalFee } from '#contract/gateway/fees.ts';
import type { LedgerCheck } from '#contract/gateway/ledger-check.ts';
import type {
  AmlFees,
  BalancesAt,
  LedgerBalance,
  LedgerCheckRow,
  listAmlFees,
  WalletLedger,
} from '#contract/gateway/ledger-balances.ts';
import type {
  sumExchangeTransactions,
  sumLedgerEntries,
  sumMovements,
  sumTransactions,
  sumWithdrawalRequests,
} from '#contract/gateway/list-sums.ts';
import type { BookingTime } from '#contract/gateway/booking-times.ts';
import type { LedgerEntry, listLedgerEntries } from '#contract/gateway/ledger-entries.ts';
import type {
  CounterpartyRow,
  ExchangeRow,
  FeeRow,
  FlowRow,
  OtherCounterparties,
  reportCounterparties,
  reportExchanges,
  reportFees,
  reportFlows,
} from '#contract/gateway/reports.ts';
import type { StatementPart } from '#contract/gateway/statement-part.ts';
import type { readStatement, Statement } from '#contract/gateway/statements.ts';
import type { WithdrawalReason } from '#contract/gateway/withdrawal-reasons.ts';
import type { DepositHandling, Mode, UserAccount } from '#contract/gateway/sessions.ts';
import type { BodyOf, QueryOf } from '#contract/operation.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Tables } from '#database/tables.ts';
import type { ThreadPool } from '#http/thread-pool.ts';
import type { Jobs } from '#jobs/jobs.ts';
import type { Decimal } from '#domain/decimal.ts';
import type { LedgerLine } from '#domain/reconciliation/compare-books.ts';
import type { ListLine } from '#domain/reconciliation/list-lines.ts';
import type { SumLine } from '#domain/list-sums.ts';
import type { MovementTotals } from '#domain/movements.ts';
import type { Clock, Instant } from '#domain/time.ts';
import type { WantedAddresses } from '#domain/wanted-addresses.ts';
import type { KeyOwner } from './caller.ts';
import type { CheckReadiness } from './readiness.ts';
import type { ParameterNames } from './remote/parameter-names.ts';

/** Whose key it is and what it may do. */
export type KeyDescription = KeyOwner & {
  /** Null where the wallet service does not tell. */
  permissions: readonly Permission[] | null;
};

/** What the ledger of our own wallet service knows beyond the published interface, of one account each. */
export type LedgerReader = {
  listBalances: (accountId: string) => Promise<LedgerBalance[]>;
  /** Undefined if the moment is still to come. */
  readBalancesAt: (accountId: string, at: Instant) => Promise<BalancesAt | undefined>;
  checkBalances: (accountId: string) => Promise<LedgerCheckRow[]>;
  /** Empty for an address that isn’t a wallet of the account. */
  listOfWallet: (accountId: string, address: string) => Promise<WalletLedger[]>;
  listAmlFees: (accountId: string, query: QueryOf<typeof listAmlFees>) => Promise<AmlFees>;
  /**
   * Undefined if the period is still to come. `openingFrom`: left out, the opening comes from the side of the period that is
   * quicker to read. From today’s balances, it also has what was changed by hand in them, which is in no entry.
   */
  readStatement: (
    accountId: string,
    period: QueryOf<typeof readStatement>,
    openingFrom?: 'today',
  ) => Promise<Statement | undefined>;
  /** Undefined if the account has no entry that the page begins `after`. */
  listEntries: (
    accountId: string,
    query: QueryOf<typeof listLedgerEntries>,
  ) => Promise<{ count: number; entries: LedgerEntry[] } | undefined>;
  /** Of the transactions, withdrawals and exchanges with these IDs, those that are booked. */
  findBookingTimes: (accountId: string, ids: readonly string[]) => Promise<BookingTime[]>;
  reportFees: (accountId: string, spans: BodyOf<typeof reportFees>) => Promise<FeeRow[]>;
  reportFlows: (accountId: string, spans: BodyOf<typeof reportFlows>) => Promise<FlowRow[]>;
  reportExchanges: (accountId: string, spans: BodyOf<typeof reportExchanges>) => Promise<ExchangeRow[]>;
  reportCounterparties: (
    accountId: string,
    spans: BodyOf<typeof reportCounterparties>,
  ) => Promise<{ rows: CounterpartyRow[]; others: OtherCounterparties[] }>;
  sumEntries: (accountId: string, query: QueryOf<typeof sumLedgerEntries>) => Promise<SumLine[]>;
  /** All entries of a time that match, in booking order; `to` is excluded. */
  streamEntries: (
    accountId: string,
    period: { from: Instant; to: Instant },
    created?: { created_from: Instant; created_to: Instant },
  ) => AsyncIterable<LedgerEntry[]>;
};

/** A period of the ledger, by booking time: `to` is the first moment after it. */
type LedgerPeriod = { from: Instant; to: Instant };

/** Reads a whole period of our own ledger in the background, on connections that no request waits for. */
export type BooksReader = Pick<
  LedgerReader,
  'readStatement' | 'reportFees' | 'reportFlows' | 'reportExchanges' | 'reportCounterparties'
> & {
  countEntries: (accountId: string, period: LedgerPeriod, part: StatementPart) => Promise<number>;
  /** In the order of their booking, chunk by chunk. */
  streamEntries: (
    accountId: string,
    period: LedgerPeriod,
    part: StatementPart,
  ) => AsyncIterable<readonly LedgerEntry[]>;
};

/** The sums of lists, at a cost that doesn't grow with the rows. */
export type ListSums = {
  transactions: (accountId: string, query: QueryOf<typeof sumTransactions>) => Promise<SumLine[]>;
  exchanges: (accountId: string, query: QueryOf<typeof sumExchangeTransactions>) => Promise<SumLine[]>;
  withdrawals: (accountId: string, query: QueryOf<typeof sumWithdrawalRequests>) => Promise<SumLine[]>;
  /** One for each start. */
  movements: (accountId: string, body: BodyOf<typeof sumMovements>) => Promise<MovementTotals[]>;
};

/** The wallets of an account, without reading all of them. */
export type WalletReader = {
  /** Those that match any of what is wanted. */
  find: (accountId: string, wanted: WantedAddresses) => Promise<KnownWallet[]>;
  sum: (accountId: string) => Promise<WalletSums>;
  /** Undefined for an address that isn’t a wallet of the account. */
  createdAt: (accountId: string, address: string) => Promise<Instant | undefined>;
};

/** Why withdrawals of an account were rejected or failed, which the published interface has no field for. */
export type WithdrawalReasons = {
  /** The reasons of the requests that have one. */
  list: (accountId: string, requestIds: readonly string[]) => Promise<WithdrawalReason[]>;
  /** Requests that were rejected since then because the recipient is sanctioned; the latest ones first. */
  listSanctionsHits: (
    accountId: string,
    since: Instant,
  ) => Promise<{ count: number; latest: WithdrawalReason[] }>;
};

/** The check of our own ledger, as an account sees it. */
export type LedgerChecks = {
  read: (accountId: string) => Promise<Omit<LedgerCheck, 'may_resume'>>;
  resume: (
    accountId: string,
    resumption: { faultIds: readonly string[]; note: string; keyName: string | null },
  ) => Promise<void>;
};

/** Where our own wallet service sends an account's events. */
export type EventSending = {
  list: (accountId: string) => Promise<EventDestination[]>;
  /** Throws the ServiceError that refuses the URL. */
  add: (accountId: string, destination: { url: string; keyName: string | null }) => Promise<void>;
  /** False if the account has no such destination; so for `retryFailed`, and for an event `sendAgain`. */
  remove: (accountId: string, id: string) => Promise<boolean>;
  retryFailed: (accountId: string, id: string) => Promise<boolean>;
  sendAgain: (accountId: string, id: string) => Promise<boolean>;
};

/** How many AML checks the account has left, and what the next one costs a wallet after that. */
type CheckTerms = { checksLeft: number; price: { amount: Decimal; currency: string } };

/** Our own wallet service, in this process. */
export type EmbeddedProvider = {
  kind: 'embedded';
  /** Puts the service's routes, which authorise by the `token` header, on the given scope. */
  register: (scope: FastifyInstance) => void;
  /** Undefined for an unknown or revoked key. */
  describeKey: (token: string) => Promise<KeyDescription | undefined>;
  /** Whose key it is or was: also of one that was revoked or has expired. Undefined for an unknown key. */
  identifyKey: (token: string) => Promise<KeyOwner | undefined>;
  /** All accounts, the oldest first. */
  listAccounts: () => Promise<UserAccount[]>;
  /** What new withdrawals cost now, for every network and currency. */
  listFees: () => Promise<WithdrawalFee[]>;
  wallets: WalletReader;
  ledgerChecks: LedgerChecks;
  eventSending: EventSending;
  ledger: LedgerReader;
  books: BooksReader;
  /**
   * Everything that came in or went out in a period, by booking time, and what the lists say of it: in chunks, on
   * connections that no request waits for. Completed documents without a posting are in the last one.
   */
  streamBookLines: (
    accountId: string,
    period: { from: Instant; to: Instant },
  ) => AsyncIterable<{ ledger: LedgerLine[]; lists: ListLine[] }>;
  sums: ListSums;
  reasons: WithdrawalReasons;
  checkTerms: (accountId: string) => Promise<CheckTerms>;
};

/** A remote wallet service, over HTTP. */
export type RemoteProvider = {
  kind: 'remote';
  /** `{base_url}` as `walletApiUrl` reads it: operations follow its path. */
  url: URL;
  parameters?: ParameterNames | undefined;
  /** The IDs of operations that the provider doesn't have. */
  without?: readonly string[] | undefined;
  /** The address that the provider sees; without it the socket's own is named. */
  outgoingAddress?: string | undefined;
  /** Where files that its responses link to may be fetched from, besides its own origin. */
  fileOrigins?: readonly string[] | undefined;
  /** For connecting, for the headers, between parts of the body, and for all of it together. Default 30,000. */
  timeoutMs?: number | undefined;
  /** A longer answer is a failure. Default 16 MiB. */
  maximumAnswerBytes?: number | undefined;
};

type GatewaySettings = {
  /** See `loadSessionSecret`. */
  sessionSecret: string;
  /** What API keys are recognized by, where the secret has been replaced. See `loadIdentitySecret`. */
  identitySecret?: string | undefined;
  /** The URL under which browsers find the console. `https:` makes cookies secure. Without it, the request decides. */
  publicUrl?: URL | undefined;
  /** The company's identity provider. It needs `publicUrl`. */
  identityProvider?: IdentityProviderSettings | undefined;
  /**
   * Whether API keys sign in to an account that has an administrator. Sandbox keys always do, and any key to an account
   * without one. Default true.
   */
  keySignIn?: boolean | undefined;
  /** A session ends after so many seconds, however busy. Default 12 hours. */
  sessionLifetimeSeconds?: number | undefined;
  /** A session ends after so many seconds without a request. Default 30 minutes. */
  idleTimeoutSeconds?: number | undefined;
  /** How many requests each API key may make in a minute; 0, the default: any number. */
  requestsPerMinute?: number | undefined;
  /** How many events are received for each account in a minute; 0, the default: any number. */
  eventsPerMinute?: number | undefined;
  /**
   * With a remote provider: seconds after the last attempt of a withdrawal with unknown outcome before it can be proved
   * that no request was created. Default 600.
   */
  outcomeProofSeconds?: number | undefined;
  /**
   * How long an AML check waits before its report is asked for the first time, in milliseconds; later pauses grow from
   * it. Default 1,000.
   */
  amlPauseMs?: number | undefined;
  /**
   * How long a process's claim of an AML check excludes others, in milliseconds. Default: the provider's timeout plus
   * 15,000.
   */
  amlLeaseMs?: number | undefined;
  /** How often a stream of live events says that it is still there, in milliseconds. Default 10,000. */
  heartbeatMs?: number | undefined;
  /**
   * How long after sign-in the first look at what a remote provider can do begins, in milliseconds; Infinity: none
   * begins on its own. Default 3,000.
   */
  providerLookDelayMs?: number | undefined;
  /** How much of a remote provider's lists is read whole, and kept. Default 10,000 rows of each, and 64 MiB. */
  wholeListLimits?: { rows?: number; bytes?: number } | undefined;
  /** Whether URLs that users enter may lead to this machine, over http too. Default false. */
  allowLoopbackUrls?: boolean | undefined;
  /** How many requests are worked on at once. Default 1,000, and 200 of an account. */
  loadLimits?: { total: number; perAccount: number } | undefined;
  /** How long a page may wait for its first screen, in milliseconds. Default 400. */
  firstScreenMs?: number | undefined;
  /** How often monitored subjects of all accounts that are due are checked, in milliseconds. Default 60,000. */
  amlWatchMs?: number | undefined;
  /** How often what is no longer needed is deleted, in milliseconds. Default 60,000. */
  housekeepingMs?: number | undefined;
  /** Between two looks whether a remote provider’s balances are to be noted, in milliseconds. Default a minute. */
  snapshotMs?: number | undefined;
};

export type GatewayDeps = {
  provider: EmbeddedProvider | RemoteProvider;
  db: Kysely<Tables>;
  /** Connections of their own, so that requests can't take all of them. Default: those of `db`. */
  sessionsDb?: Kysely<Tables>;
  jobsDb?: Kysely<Tables>;
  mode: Mode;
  deposits: DepositHandling;
  /** Whether the process listens on loopback alone: then it answers to no foreign name (see `requireOwnHost`). */
  isLocalOnly?: boolean | undefined;
  /** The keys that everyone knows in the sandbox; else empty. */
  sandboxKeys: readonly string[];
  /** The built dashboard. Left out where something else serves it, as in development. */
  clientDirectory?: string | undefined;
  /** The file that draws a page's first screen on the server. Left out where pages come without. */
  firstScreenFile?: string | undefined;
  settings: GatewaySettings;
  /** The process's background work, to which the gateway adds its own. It runs while the app does. */
  jobs: Jobs;
  /** Make PDFs. Those of the process if left out. */
  threads?: ThreadPool;
  /** Whether the database can be used; without it there is no `/readyz`. */
  checkReadiness?: CheckReadiness | undefined;
  now: Clock;
};
