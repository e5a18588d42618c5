import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ExchangeTransactionsTable, WithdrawalRequestsTable } from '#database/history-tables.ts';
import type { Tables } from '#database/tables.ts';
import { subtract } from '#domain/arithmetic.ts';
import { isNegative } from '#domain/decimal.ts';
import type { LedgerLine } from '#domain/reconciliation/compare-books.ts';
import { magnitude } from '#domain/reconciliation/compare-lines.ts';
import {
  lineId,
  lineOfRequest,
  lineOfTransaction,
  linesOfExchange,
  type ListLine,
  type RequestIds,
} from '#domain/reconciliation/list-lines.ts';
import type { Instant } from '#domain/time.ts';
import { receivedOf } from '#domain/withdrawal-amounts.ts';
import { streamEntries } from './entries.store.ts';
import type { StoredEntry } from './entry-page.store.ts';

/** Movements of the ledger, and what the lists say of their documents. */
export type BookLines = { ledger: LedgerLine[]; lists: ListLine[] };

type Period = { from: Instant; to: Instant };

/** Kinds that move funds between places of ours: no one outside sees them. */
const withinKinds = new Set(['hold', 'release', 'collection', 'settlement']);

/**
 * Everything that came in or went out in a period, by booking time, in chunks: as the ledger has it, with the names that
 * its documents have, and as the lists have it. In the end come completed documents of the period that have no posting.
 */
export async function* streamBookLines(
  db: Kysely<Tables>,
  accountId: string,
  period: Period,
): AsyncGenerator<BookLines, void, undefined> {
  for await (const entries of streamEntries(db, accountId, period)) {
    const moving = entries.filter(({ kind }) => !withinKinds.has(kind));
    const references = [...new Set(moving.flatMap(({ reference }) => reference ?? []))];
    const bookedAt = new Map(moving.map((entry) => [entry.reference, entry.booked_at]));
    const lists = await findDocuments(db, accountId, ofReferences(references), bookedAt);
    // The transaction of a withdrawal comes before its request, and has everything that the request has.
    const documents = new Map(lists.toReversed().map((line) => [line.id, line]));
    yield { ledger: moving.map((entry) => toLedgerLine(entry, documents)), lists };
  }
  yield { ledger: [], lists: await findDocuments(db, accountId, withoutPosting(period)) };
}

/** The entry’s own amounts, and what its document is called. */
function toLedgerLine(entry: StoredEntry, documents: ReadonlyMap<string, ListLine>): LedgerLine {
  const { entry_id: id, booked_at: at, amount, fee, currency, kind, reference } = entry;
  const isOut = isNegative(amount);
  const key = lineId([reference ?? id], isOut);
  const document = documents.get(key);
  return {
    id,
    at,
    amount: subtract(amount, fee),
    fee: kind === 'withdrawal' ? magnitude(fee) : null,
    currency,
    // The pool that networks share is on none of them.
    network: document?.network ?? entry.network,
    hash: document?.hash ?? null,
    references: document?.references ?? [reference ?? id],
    isListed: kind !== 'aml_fee',
  };
}

/** Which documents: conditions on transactions `t`, exchanges `x` and requests `r`. */
type Wanted = Record<'transactions' | 'exchanges' | 'requests', RawBuilder<unknown>>;

function ofReferences(references: readonly string[]): Wanted {
  const ids = sql`any(${[...references]}::text[])`;
  return {
    transactions: sql`(t.transaction_id = ${ids} or r.request_id = ${ids})`,
    exchanges: sql`x.transaction_id = ${ids}`,
    requests: sql`r.request_id = ${ids}`,
  };
}

const lacks = (id: string) =>
  sql`not exists (select from ledger_postings p where p.reference = ${sql.ref(id)})`;

function withoutPosting({ from, to }: Period): Wanted {
  const isIn = (document: string) => {
    const at = sql.ref(`${document}.created_at`);
    return sql`${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz`;
  };
  return {
    transactions: sql`${isIn('t')} and ${lacks('t.transaction_id')} and (r.request_id is null or ${lacks('r.request_id')})`,
    exchanges: sql`${isIn('x')} and ${lacks('x.transaction_id')}`,
    requests: sql`r.deleted_at is null and ${isIn('r')} and ${lacks('r.request_id')}`,
  };
}

type TransactionRow = Omit<Parameters<typeof lineOfTransaction>[0], 'at'> &
  Partial<RequestIds> & { created_at: Instant };

/** Completed documents. Their time is that of their booking or, without one, of their creation. */
async function findDocuments(
  db: Kysely<Tables>,
  accountId: string,
  wanted: Wanted,
  bookedAt: ReadonlyMap<string | null, Instant> = new Map(),
): Promise<ListLine[]> {
  const { rows: transactions } = await sql<TransactionRow>`
    select t.transaction_id, t.direction, t.amount, t.fee, t.currency, t.network, t.hash, t.created_at,
      r.request_id, r.external_id
    from transactions t
    left join withdrawal_requests r on r.transaction_id = t.transaction_id
    where t.account_id = ${accountId} and t.status = 'completed' and ${wanted.transactions}
    order by t.transaction_id`.execute(db);
  const { rows: exchanges } = await sql<ExchangeTransactionsTable>`
    select x.* from exchange_transactions x
    where x.account_id = ${accountId} and x.status = 'completed' and ${wanted.exchanges}
    order by x.transaction_id`.execute(db);
  const { rows: requests } = await sql<WithdrawalRequestsTable>`
    select r.* from withdrawal_requests r
    where r.account_id = ${accountId} and r.status = 'completed' and ${wanted.requests}
    order by r.request_id`.execute(db);
  const timeOf = (id: string, createdAt: Instant) => bookedAt.get(id) ?? createdAt;
  return [
    ...transactions.map(({ request_id: requestId, external_id: externalId, created_at: created, ...row }) => {
      const at = timeOf(requestId ?? row.transaction_id, created);
      const isPaid = typeof requestId === 'string' && typeof externalId === 'string';
      const request = isPaid ? { request_id: requestId, external_id: externalId } : undefined;
      return lineOfTransaction({ ...row, at }, request);
    }),
    ...exchanges.flatMap((row) =>
      linesOfExchange({ ...row, at: timeOf(row.transaction_id, row.created_at) }),
    ),
    ...requests.map((row) =>
      lineOfRequest({ ...row, received: receivedOf(row), at: timeOf(row.request_id, row.created_at) }),
    ),
  ];
}
