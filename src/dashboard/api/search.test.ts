import { beforeEach, describe, expect, it } from 'vitest';
import type { ReadRow } from '#contract/read-answer.ts';
import { listTransactions, type Transaction } from '#contract/wallet-service/transactions.ts';
import { forgetProviderLimits } from './provider-limits.ts';
import { findMatches, type ListPage, lookUp, type PageQuery, type Search } from './search.ts';

/** A list of transactions, and what the provider makes of a parameter that it may not know, and of pages. */
type Provider = {
  rows: number;
  parameter: 'works' | 'is ignored' | 'finds nothing' | 'is known to be ignored';
  hasCount?: boolean;
  largestPage?: number;
  ignoresOffset?: boolean;
};

/** Every tenth has the same hash. */
const transactionOf = (n: number): Partial<Transaction> => ({
  transaction_id: `tx_${n}`,
  hash: `h_${n % 10}`,
  sender_wallet: 'sender',
  recipient_wallet: 'recipient',
});

function searchOf(value: string, provider: Provider, changes: Partial<Search<Transaction>> = {}) {
  const all = Array.from({ length: provider.rows }, (_, n) => transactionOf(n));
  const asked: PageQuery[] = [];
  const read = async (query: PageQuery): Promise<ListPage<Transaction>> => {
    asked.push(query);
    const { transaction_id: id, search, limit, offset } = query;
    const parameter = id === undefined ? 'search' : 'transaction_id';
    const wanted = id ?? search;
    const has = ({ transaction_id: ownId, hash }: Partial<Transaction>) =>
      provider.parameter === 'works' && [ownId, ...(id === undefined ? [hash] : [])].includes(String(wanted));
    const isIgnored = provider.parameter.endsWith('ignored');
    const matching = wanted === undefined || isIgnored ? all : all.filter(has);
    const start = provider.ignoresOffset ? 0 : offset;
    const page = matching.slice(start, start + Math.min(limit, provider.largestPage ?? limit));
    return {
      rows: page.map((row): ReadRow<Transaction> => ({ isWhole: false, value: row, problems: [] })),
      step: page.length,
      otherRows: 0,
      stated: provider.hasCount === false ? null : matching.length,
      ignored: wanted !== undefined && provider.parameter === 'is known to be ignored' ? [parameter] : [],
    };
  };
  const list: Search<Transaction> = {
    operation: listTransactions,
    parameter: 'transaction_id',
    value,
    read,
    idOf: ({ transaction_id: id }) => id,
    field: 'transaction_id',
    isWanted: ({ transaction_id: id }) => id === value,
    isTrusted: false,
    ...changes,
  };
  return { list, asked };
}

const unreliable = ['is ignored', 'finds nothing', 'is known to be ignored'] as const;

beforeEach(forgetProviderLimits);

describe('looking one row up', () => {
  it('finds it with one request where the provider filters', async () => {
    const { list, asked } = searchOf('tx_7', { rows: 5000, parameter: 'works' });
    expect(await lookUp(list)).toMatchObject({
      state: 'found',
      value: { value: { transaction_id: 'tx_7' } },
    });
    expect(asked).toHaveLength(1);
  });

  it('proves with one request to our own service that nothing matches', async () => {
    const { list, asked } = searchOf('tx_none', { rows: 5000, parameter: 'works' }, { isTrusted: true });
    expect(await lookUp(list)).toEqual({ state: 'absent' });
    expect(asked).toHaveLength(1);
  });

  it('proves that nothing matches once another provider was seen to filter, and remembers that', async () => {
    const { list, asked } = searchOf('tx_none', { rows: 5000, parameter: 'works' });
    expect(await lookUp(list)).toEqual({ state: 'absent' });
    expect(asked.map(({ transaction_id: id }) => id)).toEqual(['tx_none', undefined, 'tx_0']);
    expect(await lookUp(list)).toEqual({ state: 'absent' });
    expect(asked).toHaveLength(4);
  });

  it.each(unreliable)('can’t tell of a long list where the parameter %s', async (parameter) => {
    const { list } = searchOf('tx_none', { rows: 5000, parameter });
    expect(await lookUp(list)).toEqual({
      state: 'unknown',
      reason:
        'This provider may not filter by “Transaction ID”, and its list is too long to read in full (5,000 rows).',
    });
  });

  it.each(unreliable)('reads a short list whole where the parameter %s', async (parameter) => {
    const provider: Provider = { rows: 700, parameter, largestPage: 100 };
    expect(await lookUp(searchOf('tx_650', provider).list)).toMatchObject({
      state: 'found',
      value: { value: { transaction_id: 'tx_650' } },
    });
    expect(await lookUp(searchOf('tx_none', provider).list)).toEqual({ state: 'absent' });
  });

  it('does not trust a list that returns its first page again, or doesn’t state its length', async () => {
    const again: Provider = { rows: 700, parameter: 'is ignored', largestPage: 100, ignoresOffset: true };
    expect(await lookUp(searchOf('tx_none', again).list)).toMatchObject({ state: 'unknown' });
    const silent: Provider = { rows: 700, parameter: 'is ignored', hasCount: false };
    expect(await lookUp(searchOf('tx_none', silent).list)).toMatchObject({
      state: 'unknown',
      reason: expect.stringContaining('it doesn’t report how many rows its list has'),
    });
  });

  it('does not trust a filter that returns rows with the same text only', async () => {
    const sender = { parameter: 'search', field: 'sender_wallet', isWanted: () => false } as const;
    const { list } = searchOf('somebody', { rows: 5000, parameter: 'is ignored' }, sender);
    expect(await lookUp(list)).toMatchObject({ state: 'unknown' });
  });

  it('passes failures on', async () => {
    const { list } = searchOf('tx_1', { rows: 1, parameter: 'works' });
    const failing = {
      ...list,
      read: async () => await Promise.reject(new Error('No response was received.')),
    };
    await expect(lookUp(failing)).rejects.toThrow('No response was received.');
  });
});

describe('finding all rows that match', () => {
  const byHash = {
    parameter: 'search',
    field: 'hash',
    isWanted: ({ hash }: Partial<Transaction>) => hash === 'h_3',
  } as const;

  it('gives them all over several pages, and says that these are all', async () => {
    const { list } = searchOf('h_3', { rows: 5000, parameter: 'works', largestPage: 200 }, byHash);
    const { rows, missing } = await findMatches(list);
    expect(rows).toHaveLength(500);
    expect(missing).toBeNull();
  });

  it('says that there may be others where the parameter is ignored', async () => {
    const { list } = searchOf('h_3', { rows: 5000, parameter: 'is ignored' }, byHash);
    const { rows, missing } = await findMatches(list);
    expect(rows.length).toBeLessThan(500);
    expect(missing).toContain('too long to read in full (5,000 rows)');
  });
});
