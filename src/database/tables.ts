import type { Decimal } from '#domain/decimal.ts';
import type { Currency, Network, WalletNetwork, WalletStatus, WalletType } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import type {
  AmlAllowancesTable,
  AmlChecksTable,
  AmlLabelsTable,
  AmlSettingsTable,
  ServiceSecretsTable,
} from './aml-tables.ts';
import type { ReportSchedulesTable, StatementFilePartsTable, StatementFilesTable } from './book-tables.ts';
import type { ProviderCapabilitiesTable, ProviderLooksTable } from './capability-tables.ts';
import type {
  BookClosesTable,
  BookReopeningsTable,
  BooksTable,
  BookVerificationsTable,
  DriftNotesTable,
  LateBookingsTable,
} from './close-tables.ts';
import type {
  AccountSettingsTable,
  AddressBookTable,
  AuditLogEntriesTable,
  AuditLogHeadsTable,
  SavedViewsTable,
  WalletNotesTable,
} from './console-tables.ts';
import type {
  EventDeliveriesTable,
  EventDestinationsTable,
  IncomingEventsTable,
  IncomingWebhooksTable,
} from './event-tables.ts';
import type {
  ExchangeCountsTable,
  ExchangeTransactionsTable,
  PaymentsTable,
  SandboxChainPaymentsTable,
  TransactionCountsTable,
  TransactionsTable,
  TransfersTable,
  WithdrawalCountsTable,
  WithdrawalFeesTable,
  WithdrawalOrdersTable,
  WithdrawalRequestsTable,
} from './history-tables.ts';
import type {
  FundTransfersTable,
  LedgerChecksTable,
  LedgerCheckpointsTable,
  LedgerFaultsTable,
  LedgerResumptionsTable,
} from './ledger-check-tables.ts';
import type {
  AmlWatchesTable,
  AmlWatchSpendingsTable,
  CarriedDecisionsTable,
  CheckDecisionsTable,
  ScreeningChecksTable,
  ScreeningReportsTable,
  RecipientLocksTable,
  SendsInFlightTable,
} from './screening-check-tables.ts';
import type { JobSchedulesTable } from './job-tables.ts';
import type { IdempotencyKeysTable, WithdrawalOutcomesTable } from './outcome-tables.ts';
import type { BalanceSnapshotsTable } from './snapshot-tables.ts';
import type { ExchangeRatesTable, RateSourcesTable } from './rate-tables.ts';
import type { SanctionsEntriesTable, SanctionsListsTable } from './sanctions-tables.ts';
import type {
  AccountKeysTable,
  CustomRolesTable,
  GroupMembershipsTable,
  IdentitySecretTable,
  ReauthenticationsTable,
  RemovedEmailsTable,
  RemovedIdentitiesTable,
  SessionIdentitiesTable,
  UsedLogoutTokensTable,
  UserAccountsTable,
  UserDevicesTable,
  UserIdentitiesTable,
  InvitationsTable,
  MembershipsTable,
  RecoveryCodesTable,
  SignInChallengesTable,
  UserPasskeysTable,
  UserPasswordsTable,
  UsersTable,
  UserTotpTable,
} from './user-tables.ts';
import type {
  ReconciliationFilesTable,
  ReconciliationLinesTable,
  ReconciliationMappingsTable,
  ReconciliationNotesTable,
  ReconciliationsTable,
} from './reconciliation-tables.ts';

/**
 * The columns as they come out of the driver and go into it (see value-types.ts). No column has a default:
 * ids and times are made by the program, and a column that may be null may be left out of an insert.
 * A migration that adds a table adds its type here.
 */
export type Tables = {
  accounts: AccountsTable;
  networks: NetworksTable;
  wallet_networks: NetworksTable<WalletNetwork>;
  ledger_networks: NetworksTable<Network | 'trx_eth'>;
  api_keys: ApiKeysTable;
  address_chains: AddressChainsTable;
  wallets: WalletsTable;
  wallet_counts: WalletCountsTable;
  refunds: RefundsTable;
  ledger_accounts: LedgerAccountsTable;
  ledger_postings: LedgerPostingsTable;
  ledger_entries: LedgerEntriesTable;
  sessions: SessionsTable;
  sign_in_attempts: SignInAttemptsTable;
  signed_in_keys: SignedInKeysTable;
  users: UsersTable;
  user_passwords: UserPasswordsTable;
  user_totp: UserTotpTable;
  user_passkeys: UserPasskeysTable;
  recovery_codes: RecoveryCodesTable;
  invitations: InvitationsTable;
  sign_in_challenges: SignInChallengesTable;
  account_keys: AccountKeysTable;
  user_accounts: UserAccountsTable;
  identity_secret: IdentitySecretTable;
  reauthentications: ReauthenticationsTable;
  user_devices: UserDevicesTable;
  user_identities: UserIdentitiesTable;
  group_memberships: GroupMembershipsTable;
  removed_emails: RemovedEmailsTable;
  removed_identities: RemovedIdentitiesTable;
  session_identities: SessionIdentitiesTable;
  used_logout_tokens: UsedLogoutTokensTable;
  custom_roles: CustomRolesTable;
  memberships: MembershipsTable;
  transactions: TransactionsTable;
  transaction_counts: TransactionCountsTable;
  exchange_transactions: ExchangeTransactionsTable;
  exchange_counts: ExchangeCountsTable;
  transfers: TransfersTable;
  withdrawal_requests: WithdrawalRequestsTable;
  withdrawal_orders: WithdrawalOrdersTable;
  withdrawal_counts: WithdrawalCountsTable;
  payments: PaymentsTable;
  withdrawal_fees: WithdrawalFeesTable;
  sandbox_chain_payments: SandboxChainPaymentsTable;
  aml_labels: AmlLabelsTable;
  aml_allowances: AmlAllowancesTable;
  aml_settings: AmlSettingsTable;
  aml_checks: AmlChecksTable;
  service_secrets: ServiceSecretsTable;
  saved_views: SavedViewsTable;
  account_settings: AccountSettingsTable;
  exchange_rates: ExchangeRatesTable;
  rate_sources: RateSourcesTable;
  address_book: AddressBookTable;
  wallet_notes: WalletNotesTable;
  idempotency_keys: IdempotencyKeysTable;
  incoming_webhooks: IncomingWebhooksTable;
  incoming_events: IncomingEventsTable;
  event_destinations: EventDestinationsTable;
  event_deliveries: EventDeliveriesTable;
  provider_capabilities: ProviderCapabilitiesTable;
  provider_looks: ProviderLooksTable;
  audit_log_heads: AuditLogHeadsTable;
  audit_log_entries: AuditLogEntriesTable;
  screening_checks: ScreeningChecksTable;
  screening_reports: ScreeningReportsTable;
  check_decisions: CheckDecisionsTable;
  carried_decisions: CarriedDecisionsTable;
  aml_watches: AmlWatchesTable;
  aml_watch_spendings: AmlWatchSpendingsTable;
  sanctions_lists: SanctionsListsTable;
  sanctions_entries: SanctionsEntriesTable;
  fund_transfers: FundTransfersTable;
  ledger_checks: LedgerChecksTable;
  ledger_checkpoints: LedgerCheckpointsTable;
  ledger_faults: LedgerFaultsTable;
  ledger_resumptions: LedgerResumptionsTable;
  recipient_locks: RecipientLocksTable;
  report_schedules: ReportSchedulesTable;
  statement_files: StatementFilesTable;
  statement_file_parts: StatementFilePartsTable;
  reconciliations: ReconciliationsTable;
  reconciliation_files: ReconciliationFilesTable;
  reconciliation_lines: ReconciliationLinesTable;
  reconciliation_mappings: ReconciliationMappingsTable;
  reconciliation_notes: ReconciliationNotesTable;
  sends_in_flight: SendsInFlightTable;
  withdrawal_outcomes: WithdrawalOutcomesTable;
  books: BooksTable;
  book_closes: BookClosesTable;
  book_reopenings: BookReopeningsTable;
  book_verifications: BookVerificationsTable;
  late_bookings: LateBookingsTable;
  drift_notes: DriftNotesTable;
  job_schedules: JobSchedulesTable;
  balance_snapshots: BalanceSnapshotsTable;
};

type AccountsTable = {
  account_id: string;
  name: string;
  created_at: Instant;
};

type ApiKeysTable = {
  key_id: string;
  account_id: string;
  name: string;
  /** SHA-256 of the key, 64 lowercase hexadecimal digits; the key itself is stored nowhere. */
  hash: string;
  permissions: string[];
  /** Made for demonstration data only. */
  sandbox: boolean;
  created_at: Instant;
  revoked_at: Instant | null;
  /** The key works until then; null: forever. */
  expires_at: Instant | null;
  /** Behind the truth by up to a minute, so that reading does not mean writing. */
  last_used_at: Instant | null;
};

/** Only migrations write these. */
type NetworksTable<Code = Network> = { code: Code };

/** Where the addresses of a network come from. */
type AddressChainsTable = {
  network: WalletNetwork;
  extended_public_key: string;
  /** The derivation path of the extended public key, for instance `m/84'/0'/0'`. */
  path: string;
  /** The network whose `next_index` counts this one's addresses: the same for networks with the same key. */
  counter_network: WalletNetwork;
  next_index: number;
};

export type WalletsTable = {
  address: string;
  account_id: string;
  network: WalletNetwork;
  type: WalletType;
  name: string;
  status: WalletStatus;
  chain_index: number;
  created_at: Instant;
  deleted_at: Instant | null;
};

/** How many wallets of an account are not deleted, per network: the row that the limit is held on. */
type WalletCountsTable = {
  account_id: string;
  network: WalletNetwork;
  wallets: number;
};

export type RefundsTable = {
  refund_transaction_id: number;
  account_id: string;
  wallet_address: string;
  currency: Currency;
  amount: Decimal;
  deposit_transaction_id: string;
  refund_wallet: string;
  created_at: Instant;
};

export type LedgerAccountKind = 'wallet' | 'hold' | 'pool' | 'transit' | 'fees' | 'world';

export type LedgerAccountsTable = {
  /** Derived from what it is for, such as `wallet/trx/T…/USDT`, so that two processes create the same one. */
  ledger_account_id: string;
  account_id: string;
  kind: LedgerAccountKind;
  network: Network | 'trx_eth';
  currency: Currency;
  wallet_address: string | null;
  /** Never below zero. Null for `world`, the outside, and for `fees`: computed where needed, so that neither is a hot row. */
  balance: Decimal | null;
};

/** A movement of funds: its entries add up to zero for each currency. Append-only. */
type LedgerPostingsTable = {
  posting_id: string;
  account_id: string;
  kind: string;
  reference: string | null;
  created_at: Instant;
};

type LedgerEntriesTable = {
  posting_id: string;
  ledger_account_id: string;
  /** Positive: received; negative: given. Never zero. */
  amount: Decimal;
  created_at: Instant;
};

/** Sessions of users who are signed in through the gateway. */
export type SessionsTable = {
  /** SHA-256 of the id in the cookie, 64 lowercase hexadecimal digits; the id itself is stored nowhere. */
  session_hash: string;
  account_id: string;
  /** The API key, encrypted for this row and this wallet service. Null for a user's session, which uses the account's key. */
  encrypted_key: Buffer | null;
  /** Null for a session that was opened with an API key. */
  user_id: string | null;
  /** Of a session's own key: see `KeyCipher.keyHash`. Null for a user's session, and in sessions from before it was kept. */
  key_hash: string | null;
  /** Where it was opened from. This and the browser are null in sessions from before they were recorded. */
  ip_address: string | null;
  /** The browser's own text, at most 500 characters. */
  user_agent: string | null;
  /** Of a user's session: see `UserDevicesTable`. Null in sessions from before it was recorded. */
  device_hash: string | null;
  created_at: Instant;
  /** Behind the truth by up to a minute, so that reading does not mean writing. */
  last_used_at: Instant;
  /** The session ends then, however busy. */
  expires_at: Instant;
};

/** A key of a remote provider that has signed in here. */
type SignedInKeysTable = {
  /** Keyed: see `KeyCipher.keyHash`. */
  key_hash: string;
  last_signed_in_at: Instant;
};

/** How often sign-in failed lately from one client address, an IPv6 /64 counting as one. */
type SignInAttemptsTable = {
  client: string;
  failures: number;
  last_tried_at: Instant;
  next_try_at: Instant;
};
