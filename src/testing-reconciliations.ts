import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ReconciledLine, ReconciliationSummary } from '#contract/gateway/reconciliations.ts';
import { negate } from '#domain/arithmetic.ts';
import { now } from '#domain/clock.ts';
import { decimal, type Decimal } from '#domain/decimal.ts';
import { stringifyJson } from '#domain/json.ts';
import type { FileMapping } from '#domain/reconciliation/file-mapping.ts';
import type { ResultKind } from '#domain/reconciliation/lines.ts';
import { addMs, type Instant, parseTimestamp } from '#domain/time.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { reconciliationsJob } from './gateway/books/reconciliation/reconciliations.job.ts';
import {
  findStored,
  insertReconciliation,
  listStoredLines,
  type StoredReconciliation,
} from './gateway/books/reconciliation/reconciliations.store.ts';
import { checkLedgerBalances } from './service/balances/ledger-balances.store.ts';
import { streamBookLines } from './service/books/book-lines.store.ts';
import type { TestService } from './service/testing.ts';

/** A line of finance’s own books. */
export type FinanceRow = {
  time: string;
  amount: Decimal;
  fee: string;
  currency: string;
  network: string;
  hash: string;
  reference: string;
};

const columns = ['time', 'amount', 'fee', 'currency', 'network', 'hash', 'reference'] as const;

export const csvOf = (rows: readonly FinanceRow[]) =>
  [columns.join(','), ...rows.map((row) => columns.map((column) => row[column]).join(','))].join('\r\n');

const financeMapping: FileMapping = {
  time: 'time',
  time_zone: 'UTC',
  date_order: 'ymd',
  amount_layout: 'signed',
  amount: 'amount',
  amount_in: null,
  amount_out: null,
  direction: null,
  number_format: 'point',
  includes_fee: false,
  currency: 'currency',
  fixed_currency: null,
  network: 'network',
  hash: 'hash',
  reference: 'reference',
  fee: 'fee',
};

type Row = Record<string, unknown>;

const text = (value: unknown) => (typeof value === 'string' ? value : stringifyJson(value));

const timeOf = (row: Row) => parseTimestamp(text(row['created_at']))?.instant ?? '';

/**
 * What finance would have booked of everything that the published lists have, and of AML check fees, which no list has.
 * Withdrawals are named by their external ID, and exchanges and fees have no hash.
 */
export async function financeRows(service: TestService): Promise<FinanceRow[]> {
  const listOf = async (path: string, key: string): Promise<Row[]> => {
    const rows: Row[] = [];
    for (;;) {
      const { body } = await service.call('GET', `/${path}?limit=300&offset=${rows.length}`);
      const page = (body as { data: Record<string, Row[]> }).data[key] ?? [];
      rows.push(...page);
      if (page.length < 300) return rows.filter(({ status }) => status === 'completed');
    }
  };
  const requests = await listOf('withdrawal-requests', 'data');
  const externalIds = new Map(requests.map((each) => [text(each['hash']), text(each['external_id'])]));
  const transactions = (await listOf('transactions', 'transactions')).map((row): FinanceRow => {
    const isOut = row['direction'] === 'out';
    const amount = decimal(text(row['amount']));
    const hash = text(row['hash']);
    const own = text(row['transaction_id']);
    return {
      time: timeOf(row),
      amount: isOut ? negate(amount) : amount,
      fee: text(row['fee']),
      currency: text(row['currency']),
      network: text(row['network']),
      hash,
      reference: isOut ? (externalIds.get(hash) ?? own) : own,
    };
  });
  const exchanges = (await listOf('exchange-transactions', 'transactions')).flatMap((row): FinanceRow[] => {
    const side = (name: 'from' | 'to') => {
      const amount = decimal(text(row[`amount_${name}`]));
      return {
        time: timeOf(row),
        amount: name === 'from' ? negate(amount) : amount,
        fee: '',
        currency: text(row[`currency_${name}`]),
        network: text(row[`network_${name}`]),
        hash: '',
        reference: text(row['transaction_id']),
      };
    };
    return [side('from'), side('to')];
  });
  const { rows: fees } = await sql<{ time: Instant; amount: Decimal; network: string; reference: string }>`
    select p.created_at as time, e.amount, a.network, p.reference
    from ledger_postings p
    join ledger_entries e on e.posting_id = p.posting_id
    join ledger_accounts a on a.ledger_account_id = e.ledger_account_id
    where p.account_id = ${service.accountId} and p.kind = 'aml_fee' and a.kind = 'hold'`.execute(service.db);
  return [
    ...transactions,
    ...exchanges,
    ...fees.map(({ time, amount, network, reference }): FinanceRow => ({
      time,
      amount,
      fee: '',
      currency: 'USDT',
      network,
      hash: '',
      reference,
    })),
  ];
}

export type Found = {
  stored: StoredReconciliation;
  summary: ReconciliationSummary;
  lines: (Pick<ReconciledLine, 'number' | 'kind' | 'differences' | 'ours' | 'theirs' | 'duplicate_of'> & {
    line_key: string;
  })[];
};

let made = 0;

/** Compares the file with the whole history of the service, as the job does. */
export async function reconcileFile(
  service: TestService,
  file: string,
  changes: Partial<StoredReconciliation> = {},
): Promise<Found> {
  const { db, accountId } = service;
  const asOf = now();
  made += 1;
  const id = `rec_${made}`;
  const content = Buffer.from(file);
  await insertReconciliation(
    db,
    {
      reconciliation_id: id,
      account_id: accountId,
      series_id: id,
      name: 'A month',
      file_name: 'books.csv',
      file_sha256: createHash('sha256').update(content).digest('hex'),
      file_bytes: content.length,
      mapping: JSON.stringify(financeMapping),
      period_from: addMs(asOf, -86_400_000 * 30),
      period_to: addMs(asOf, 86_400_000 * 30),
      as_of: asOf,
      currency: null,
      tolerance_hours: 24,
      user_id: null,
      created_by: 'Test key',
      dueAt: asOf,
      ...changes,
    },
    { content, provider_lines: null, unreadable_rows: 0 },
    null,
  );
  const books = {
    streamBookLines: (...asked: [string, { from: Instant; to: Instant }]) => streamBookLines(db, ...asked),
    checkBalances: async (account: string) => checkLedgerBalances(db, account),
  };
  await runOnce(reconciliationsJob({ db, books, now }));
  const stored = await findStored(db, accountId, id);
  if (stored?.state !== 'ready') throw new Error(`It is ${stored?.state}: ${stored?.failure}`);
  const { lines } = await listStoredLines(db, stored, { limit: 100_000, offset: 0 });
  return {
    stored,
    summary: JSON.parse(stored.summary ?? '') as ReconciliationSummary,
    lines: lines.map(({ number, kind, line_key, content: line }) => {
      const { ours, theirs, differences, duplicate_of } = JSON.parse(line) as Found['lines'][number];
      return { number, kind: kind as ResultKind, line_key, ours, theirs, differences, duplicate_of };
    }),
  };
}
