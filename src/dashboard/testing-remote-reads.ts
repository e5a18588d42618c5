import { QueryClient } from '@tanstack/react-query';
import { listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import type { ReadList, ReadRow } from '#contract/read-answer.ts';
import { parseListQuery } from '#contract/list-address.ts';
import type { ListSchema, ListSource } from './api/list-source.ts';
import { counterparties } from './entities/aml/aml-results.queries.ts';
import { collectSubjects } from './list/unchecked/collect-subjects.ts';
import { balanceQueries } from './features/balances/balances.queries.ts';
import { exchanges } from './features/exchanges/exchanges.queries.ts';
import type { ExportListName } from './list/export/export-lists.ts';
import { listPages } from './list/export/list-pages.ts';
import { unwatched } from './list/export/read-pages.ts';
import { runExport } from './list/export/run-export.ts';
import { parseListState } from './list/list-state.ts';
import { countRows, listRows, newerRows } from './list/list-rows.queries.ts';
import { findInList } from './list/list-row.queries.ts';
import { sumsOf } from './list/sums.queries.ts';
import {
  failedTransactions,
  lateTransactions,
  newWithdrawals,
  walletRoom,
  type Findings,
} from './features/overview/attention/attention.queries.ts';
import { movementOf } from './features/overview/movement/movement.queries.ts';
import { transactions } from './entities/transactions/transactions.queries.ts';
import { knownWallets } from './entities/wallets/known-wallets.queries.ts';
import { walletQueries, wallets } from './features/wallets/wallets.queries.ts';
import { fetchWithdrawal } from './features/withdrawals/withdrawal.queries.ts';
import { withdrawals } from './entities/withdrawals/withdrawals.queries.ts';
import type { Lookup } from './api/lookup.ts';
import { ignoredMessages } from './lib/unproved-text.ts';

// What every page of the dashboard reads, to be compared between providers.

const signal = new AbortController().signal;

/** `value`: as shown. `missing`: shown as not available, with the reason. */
export type Shown = { value: unknown } | { missing: string };

/** A date relative to today, as the sandbox's data is: its account is equally old whenever the tests run. */
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const pin = `${daysFromNow(30)}T00:00:00.000000Z`;
const filters: Record<string, string[]> = {
  transactions: [
    '',
    'network=trx',
    'currency=BTC',
    'status=in_progress',
    'direction=out&network=eth',
    'search=0x1',
    'sort_by=status&sort_direction=asc',
    `created_from=${daysFromNow(-29)}&created_to=${daysFromNow(-20)}`,
    'limit=25&offset=50',
    'sort_direction=asc&limit=300',
  ],
  exchanges: ['', 'currency_from=BTC', 'status=completed', 'sort_by=amount_from', 'network_to=trx&limit=25'],
  withdrawals: [
    '',
    'status=new',
    'currency=USDT&network=trx',
    'sort_by=amount&sort_direction=asc',
    'limit=300',
  ],
  wallets: ['', 'network=eth', 'type=accounting', 'limit=25&offset=25'],
};

export const idsOf = (rows: readonly ReadRow<Record<string, unknown>>[]) =>
  rows.map(({ value }) => String(value['transaction_id'] ?? value['request_id'] ?? value['address']));

/** What a page of a list says: which rows it shows as which, and how many it says there are. */
function shownPage(page: ReadList<object>): { rows: Shown; count: Shown; pageSize: number } {
  const messages = ignoredMessages(page);
  const said = messages.filter((message) => !message.includes('page size'));
  const rows = idsOf(page.rows as ReadRow<Record<string, unknown>>[]);
  return {
    rows: said.length > 0 ? { missing: said.join(' ') } : { value: rows },
    count: page.count === null ? { missing: messages.join(' ') || 'no total' } : { value: page.count },
    pageSize: page.pageSize,
  };
}

async function orMissing(read: () => Promise<unknown>): Promise<Shown> {
  try {
    return { value: await read() };
  } catch (error) {
    if (error instanceof Error && error.name === 'UnprovedError') return { missing: error.message };
    throw error;
  }
}

async function readLists(seen: Map<string, Shown>): Promise<void> {
  const client = new QueryClient();
  const read = async <S extends ListSchema, T extends object>(source: ListSource<S, T>) => {
    for (const search of filters[source.name] ?? []) {
      const parameters = new URLSearchParams(search);
      const address = parseListState(source.schema, parameters);
      const page = await client.fetchQuery(listRows(client, source, address, 'UTC'));
      const { rows, count } = shownPage(page);
      seen.set(`${source.name}?${search} rows`, rows);
      seen.set(`${source.name}?${search} count`, count);
      const tab = await client.fetchQuery(countRows(source, address, { status: 'completed' }, 'UTC'));
      seen.set(`${source.name}?${search} tab`, tab === null ? { missing: '–' } : { value: tab });
      const newer = await client.fetchQuery(
        newerRows(source, address, '2026-01-01T00:00:00.000000Z' as never, 'UTC'),
      );
      seen.set(`${source.name}?${search} newer`, newer === null ? { missing: '–' } : { value: newer });
    }
  };
  await read(transactions);
  await read(exchanges);
  await read(withdrawals);
  for (const search of filters['wallets'] ?? []) {
    const address = parseListState(wallets.schema, new URLSearchParams(search));
    const { rows, count } = shownPage(await client.fetchQuery(listRows(client, wallets, address, 'UTC')));
    seen.set(`wallets?${search} rows`, rows);
    seen.set(`wallets?${search} count`, count);
  }
}

/** Looks up things that exist, by what the whole lists show, and one of each that does not. */
async function readLookups(seen: Map<string, Shown>): Promise<void> {
  const client = new QueryClient();
  const context = { client, signal };
  const oldest = async <S extends ListSchema, T extends object>(source: ListSource<S, T>) => {
    const { rows } = await source.read(
      parseListQuery(source.schema, new URLSearchParams('limit=100')),
      signal,
    );
    return idsOf(rows as ReadRow<Record<string, unknown>>[]).at(-1) ?? '';
  };
  const note = (name: string, { state }: Lookup<unknown>) =>
    seen.set(name, state === 'unknown' ? { missing: 'unknown' } : { value: state });
  const findTransaction = findInList(transactions, listTransactions);
  const findExchange = findInList(exchanges, listExchangeTransactions);
  note('lookup transaction', await findTransaction(await oldest(transactions), context));
  note('lookup no transaction', await findTransaction('tx_000000000000000000000000', context));
  note('lookup exchange', await findExchange(await oldest(exchanges), context));
  note('lookup no exchange', await findExchange('ex_000000000000000000000000', context));
  note('lookup withdrawal', await fetchWithdrawal(await oldest(withdrawals), context));
  note('lookup no withdrawal', await fetchWithdrawal('wd_000000000000000000000000', context));
  const address = await oldest(wallets);
  note('lookup wallet', (await client.fetchQuery(walletQueries.detail(client, address))).lookup);
  note('lookup no wallet', (await client.fetchQuery(walletQueries.detail(client, 'T000'))).lookup);
}

export const exportOf = async (list: ExportListName, query: Record<string, string>) => {
  const { header } = await runExport(
    {
      list,
      query,
      pin,
      zone: 'UTC',
      filterLabels: [],
      format: 'csv',
      accountId: 'a',
      userName: null,
      keyName: null,
    },
    listPages(list),
    { ...unwatched(signal), onProgress: () => undefined, now: () => Date.UTC(2026, 0, 1) },
  );
  const isOrdered = header.notes.every((note) => !note.includes('sort'));
  return { header, hash: isOrdered ? header.rows_sha256 : undefined };
};

export async function readWhole(seen: Map<string, Shown>): Promise<void> {
  const client = new QueryClient();
  const lists: [ExportListName, Record<string, string>][] = [
    ['transactions', {}],
    ['transactions', { network: 'eth', status: 'completed' }],
    ['transactions', { search: '0x1', created_from: daysFromNow(-60) }],
    ['exchange-transactions', { currency_from: 'BTC' }],
    ['withdrawal-requests', { status: 'completed' }],
  ];
  for (const [list, query] of lists) {
    const name = `${list} ${JSON.stringify(query)}`;
    const sums = await client.fetchQuery(sumsOf(list, { ...query, created_to: pin }));
    seen.set(
      `sums ${name}`,
      sums.problems.length > 0
        ? { missing: sums.problems.join(' ') }
        : { value: sums.lines.map((line) => line) },
    );
    const { header, hash } = await exportOf(list, query);
    const { complete, rows_written: written, problems } = header;
    seen.set(`export ${name}`, complete ? { value: written } : { missing: problems.join(' ') });
    seen.set(
      `export ${name} rows`,
      complete && hash !== undefined
        ? { value: hash }
        : { missing: [...problems, ...header.notes].join(' ') },
    );
  }
  const beginnings = ['0x', 'T', 'bc1q'].flatMap((kind) =>
    Array.from('0123456789abcdef', (digit) => `${kind}${digit}`),
  );
  const known = await client.fetchQuery(knownWallets({ beginnings }));
  seen.set(
    'wallets by address',
    known.areAll ? { value: known.wallets.map(({ address }) => address).toSorted() } : { missing: 'not all' },
  );
  seen.set(
    'balance check',
    await orMissing(async () => {
      const { rows } = await client.fetchQuery(balanceQueries.check());
      return rows.map(({ key, walletsTotal, verdict }) => `${key} ${walletsTotal} ${verdict}`);
    }),
  );
  const collected = await orMissing(async () => {
    const wanted = { of: counterparties, findOwn: async () => noneOwn, most: 10_000 } as const;
    const pages = listPages('transactions')({ network: 'eth', created_to: pin });
    const { subjects, problems } = await collectSubjects(pages, wanted, {
      ...unwatched(signal),
      onProgress: () => undefined,
    });
    return problems.length > 0 ? undefined : subjects.map(({ value }) => value).sort();
  });
  seen.set(
    'addresses to check',
    'value' in collected && collected.value === undefined ? { missing: 'may not be all' } : collected,
  );
}

const noneOwn = { own: new Set<string>(), areAll: true };

const itemTexts = (found: Findings | null) =>
  found?.items.map(({ kind, count, label }) => `${kind} ${count} ${label}`);

async function readOverview(seen: Map<string, Shown>): Promise<void> {
  const client = new QueryClient();
  seen.set('late', await orMissing(async () => itemTexts(await client.fetchQuery(lateTransactions))));
  seen.set(
    'failed',
    await orMissing(async () => itemTexts(await client.fetchQuery(failedTransactions('UTC')))),
  );
  seen.set('new', await orMissing(async () => itemTexts(await client.fetchQuery(newWithdrawals))));
  seen.set('room', await orMissing(async () => (await client.fetchQuery(walletRoom))?.wallets));
  seen.set('used', await orMissing(async () => await client.fetchQuery(walletQueries.used('eth'))));
  for (const currency of ['USDT', 'BTC']) {
    seen.set(
      `movement ${currency}`,
      await orMissing(async () => {
        const { days } = await client.fetchQuery(movementOf(currency, '90d', 'UTC'));
        return days.map(({ in: inflow, out }) => [inflow, out]);
      }),
    );
  }
}

/** The pages and their numbers: what odd answers can break. */
export async function readPagesOnly(): Promise<Map<string, Shown>> {
  const seen = new Map<string, Shown>();
  await readLists(seen);
  await readOverview(seen);
  return seen;
}

/** The pages, what is looked up, and what reads whole lists: exports, sums, checks. */
export async function fetchEverything(): Promise<Map<string, Shown>> {
  const seen = await readPagesOnly();
  await readLookups(seen);
  await readWhole(seen);
  return seen;
}
