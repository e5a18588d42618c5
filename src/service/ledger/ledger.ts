import { sql, type Transaction } from 'kysely';
import { add, compare } from '#domain/arithmetic.ts';
import { isNegative, isZero, ZERO, type Decimal } from '#domain/decimal.ts';
import type { PostingKind } from '#domain/ledger-entries.ts';
import type { Instant } from '#domain/time.ts';
import type { FundTransfersTable } from '#database/ledger-check-tables.ts';
import type { Tables } from '#database/tables.ts';
import { now } from '#domain/clock.ts';
import { newId } from '../ids.ts';
import { assetOf, isKept, type LedgerAccount } from './ledger-accounts.ts';

/** Positive: the account receives; negative: it gives. */
type Entry = { account: LedgerAccount; amount: Decimal };

/** A movement of funds. Its entries add up to zero for each asset. */
export type Posting = {
  accountId: string;
  kind: PostingKind;
  /** What the movement belongs to, for instance a transaction's or a request's id. */
  reference?: string | null;
  entries: readonly Entry[];
  /** The document of a collection or settlement, written with the posting. Other kinds have theirs elsewhere. */
  transfer?: Transfer;
  postingId?: string;
  createdAt?: Instant;
};

/** A collection from a wallet to its pool, or a settlement of what was in transit to it. */
type Transfer = Pick<FundTransfersTable, 'network' | 'currency' | 'amount' | 'wallet_address'>;

/** A ledger account has less than the movement needs. Nothing was written; the transaction can continue. */
export class InsufficientFundsError extends Error {
  override readonly name = 'InsufficientFundsError';
  readonly account: LedgerAccount;
  readonly balance: Decimal;

  constructor(account: LedgerAccount, balance: Decimal) {
    super(`${account.id} holds ${balance}, which is less than is to be taken from it.`);
    this.account = account;
    this.balance = balance;
  }
}

/** Funds were to move to or from a wallet that the account does not have, or no longer. Nothing was written. */
export class WalletGoneError extends Error {
  override readonly name = 'WalletGoneError';
  readonly address: string;

  constructor(address: string) {
    super(`The account has no wallet ${address} that funds could move to or from.`);
    this.address = address;
  }
}

/** Parameters of one statement number at most 65,535. */
const rowsPerInsert = 5_000;

type PreparedPosting = Required<Omit<Posting, 'entries' | 'transfer'>> & {
  entries: Map<string, Entry>;
  transfer: Transfer | undefined;
};

/** Writes one movement of funds and moves the balances with it. Throws InsufficientFundsError or WalletGoneError. */
export async function postEntries(tx: Transaction<Tables>, posting: Posting): Promise<void> {
  await postAll(tx, [posting]);
}

/**
 * Writes movements of funds of one account in their order; none may take more than is there at its turn.
 *
 * Rows are locked in the order of their ids, first wallets, then balances, so that no two transactions wait
 * for each other. A wallet's lock is shared among postings and excludes its deletion.
 */
export async function postAll(tx: Transaction<Tables>, postings: readonly Posting[]): Promise<void> {
  const prepared = postings.map(prepare);
  const [accountId, ...others] = new Set(prepared.map((posting) => posting.accountId));
  if (accountId === undefined) return;
  if (others.length > 0) throw new RangeError('Movements of several accounts are posted one by one.');
  const accounts = new Map<string, LedgerAccount>();
  for (const { entries } of prepared) {
    for (const { account } of entries.values()) accounts.set(account.id, account);
  }
  const touched = [...accounts.values()].sort((a, b) => (a.id < b.id ? -1 : 1));

  await lockWallets(tx, accountId, touched);
  await insertMissingAccounts(tx, accountId, touched);
  const balances = await lockBalances(tx, touched);
  for (const { entries } of prepared) applyEntries(balances, entries);
  await writeBalances(tx, balances);
  await insertPostings(tx, prepared);
  await insertTransfers(tx, prepared);
}

/** A posting that does not balance is a fault of the program: never a caller's. */
function prepare({
  accountId,
  kind,
  reference = null,
  entries,
  transfer,
  postingId,
  createdAt,
}: Posting): PreparedPosting {
  const byAccount = new Map<string, Entry>();
  const sums = new Map<string, Decimal>();
  for (const { account, amount } of entries) {
    const asset = assetOf(account);
    sums.set(asset, add(sums.get(asset) ?? ZERO, amount));
    const total = add(byAccount.get(account.id)?.amount ?? ZERO, amount);
    byAccount.set(account.id, { account, amount: total });
  }
  for (const [id, { amount }] of byAccount) if (isZero(amount)) byAccount.delete(id);
  if (byAccount.size === 0) throw new RangeError('A posting without entries moves nothing.');
  for (const [asset, total] of sums) {
    if (!isZero(total))
      throw new RangeError(`The entries of a posting add up to ${total} ${asset}, not to 0.`);
  }
  return {
    accountId,
    kind,
    reference,
    entries: byAccount,
    transfer,
    postingId: postingId ?? newId('post'),
    createdAt: createdAt ?? now(),
  };
}

async function lockWallets(
  tx: Transaction<Tables>,
  accountId: string,
  touched: readonly LedgerAccount[],
): Promise<void> {
  const addresses = [...new Set(touched.flatMap(({ walletAddress }) => walletAddress ?? []))];
  if (addresses.length === 0) return;
  const rows = await tx
    .selectFrom('wallets')
    .select('address')
    .where('address', 'in', addresses)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy('address')
    .forShare()
    .execute();
  const found = new Set(rows.map(({ address }) => address));
  const gone = addresses.find((address) => !found.has(address));
  if (gone !== undefined) throw new WalletGoneError(gone);
}

async function insertMissingAccounts(
  tx: Transaction<Tables>,
  accountId: string,
  touched: readonly LedgerAccount[],
): Promise<void> {
  const ids = touched.map(({ id }) => id);
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select('ledger_account_id as id')
    .where('ledger_account_id', 'in', ids)
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const missing = touched.filter(({ id }) => !known.has(id));
  for (const part of chunks(missing)) {
    await tx
      .insertInto('ledger_accounts')
      .values(
        part.map(({ id, kind, network, currency, walletAddress }) => ({
          ledger_account_id: id,
          account_id: accountId,
          kind,
          network,
          currency,
          wallet_address: walletAddress,
          balance: isKept(kind) ? ZERO : null,
        })),
      )
      .onConflict((conflict) => conflict.column('ledger_account_id').doNothing())
      .execute();
  }
}

type Balance = { account: LedgerAccount; before: Decimal; after: Decimal };

async function lockBalances(
  tx: Transaction<Tables>,
  touched: readonly LedgerAccount[],
): Promise<Map<string, Balance>> {
  const kept = new Map(touched.flatMap((a) => (isKept(a.kind) ? [[a.id, a] as const] : [])));
  if (kept.size === 0) return new Map();
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select(['ledger_account_id as id', 'balance'])
    .where('ledger_account_id', 'in', [...kept.keys()])
    .orderBy('ledger_account_id')
    .forUpdate()
    .execute();
  return new Map(
    rows.flatMap(({ id, balance }) => {
      const account = kept.get(id);
      return account && balance !== null ? [[id, { account, before: balance, after: balance }]] : [];
    }),
  );
}

/** Looked at here and not left to the table's CHECK, which would end the caller's transaction. */
function applyEntries(balances: Map<string, Balance>, entries: PreparedPosting['entries']): void {
  for (const [id, { account, amount }] of entries) {
    if (!isKept(account.kind)) continue;
    const balance = balances.get(id);
    if (balance === undefined) throw new Error(`The ledger account ${id} was not locked.`);
    const after = add(balance.after, amount);
    if (isNegative(after)) throw new InsufficientFundsError(account, balance.after);
    balance.after = after;
  }
}

async function writeBalances(tx: Transaction<Tables>, balances: Map<string, Balance>): Promise<void> {
  const changed = [...balances].filter(([, { before, after }]) => compare(before, after) !== 0);
  if (changed.length === 0) return;
  const ids = changed.map(([id]) => id);
  const amounts = changed.map(([, { after }]) => after);
  await sql`
    update ledger_accounts as account set balance = changed.balance
    from unnest(${ids}::text[], ${amounts}::numeric[]) as changed (id, balance)
    where account.ledger_account_id = changed.id`.execute(tx);
}

/** A statement with one parameter a column takes half the time of one with rows of parameters. */
async function insertPostings(tx: Transaction<Tables>, prepared: readonly PreparedPosting[]): Promise<void> {
  const entries = prepared.flatMap(({ postingId, createdAt, entries: ofPosting }) =>
    [...ofPosting].map(([accountId, { amount }]) => ({ postingId, accountId, amount, createdAt })),
  );
  await sql`
    insert into ledger_postings (posting_id, account_id, kind, reference, created_at)
    select * from unnest(
      ${prepared.map(({ postingId }) => postingId)}::text[],
      ${prepared.map(({ accountId }) => accountId)}::text[],
      ${prepared.map(({ kind }) => kind)}::text[],
      ${prepared.map(({ reference }) => reference)}::text[],
      ${prepared.map(({ createdAt }) => createdAt)}::timestamptz[])`.execute(tx);
  await sql`
    insert into ledger_entries (posting_id, ledger_account_id, amount, created_at)
    select * from unnest(
      ${entries.map(({ postingId }) => postingId)}::text[],
      ${entries.map(({ accountId }) => accountId)}::text[],
      ${entries.map(({ amount }) => amount)}::numeric[],
      ${entries.map(({ createdAt }) => createdAt)}::timestamptz[])`.execute(tx);
}

async function insertTransfers(tx: Transaction<Tables>, prepared: readonly PreparedPosting[]): Promise<void> {
  const rows = prepared.flatMap(({ postingId, accountId, kind, transfer, createdAt }) => {
    if (transfer === undefined) return [];
    if (kind !== 'collection' && kind !== 'settlement') throw new RangeError(`A ${kind} has no transfer.`);
    return [{ posting_id: postingId, account_id: accountId, kind, ...transfer, created_at: createdAt }];
  });
  for (const part of chunks(rows)) await tx.insertInto('fund_transfers').values(part).execute();
}

function chunks<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / rowsPerInsert);
  return Array.from({ length: count }, (_, i) => rows.slice(i * rowsPerInsert, (i + 1) * rowsPerInsert));
}
