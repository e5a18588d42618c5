import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#database/transaction.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { moment, transactionRow } from '../lists/testing-lists.ts';
import { setUpService } from '../testing.ts';
import { isFoundBy, matchingTransactions } from './transaction-search.ts';
import { insertTransactions, type NewTransaction } from './transactions.store.ts';

const service = setUpService();

const search = async (text: string, more = '') => {
  const { body } = await service.call('GET', `/transactions?search=${encodeURIComponent(text)}${more}`);
  const { count, transactions } = (body as { data: { count: number; transactions: { amount: string }[] } })
    .data;
  expect(transactions.length).toBeLessThanOrEqual(count);
  return transactions.map(({ amount }) => Number(amount) - 1);
};
const insert = async (...rows: NewTransaction[]) =>
  await inTransaction(service.db, async (tx) => await insertTransactions(tx, rows));

describe('a search', () => {
  beforeEach(async () => {
    const { accountId } = service;
    await insert(
      transactionRow(accountId, 0, { sender_wallet: 'TAbCdEfGhIjKlMnOpQrStUvWxYz1234567' }),
      transactionRow(accountId, 1, { recipient_wallet: '0xABCDEF0000000000000000000000000000000001' }),
      transactionRow(accountId, 2, { hash: '0xfeedfacecafebeef', network: 'eth' }),
      transactionRow(accountId, 3, { sender_wallet: '100% pure_gold \\ desk', status: 'error' }),
    );
  });

  it.each([
    ['a part of a sender, in any case', 'EFGHIJ', [0]],
    ['its beginning and its end', 'tabcdef', [0]],
    ['its end', '234567', [0]],
    ['a part of a recipient', 'xabcdef0', [1]],
    ['a part of a hash', 'FACEcafe', [2]],
    ['three characters', 'BEE', [2]],
    ['what several have', 'abcdef', [1, 0]],
    ['what all have', 'ofthistest', [3, 2, 1, 0]],
    ['a whole label with spaces', '100% pure_gold', [3]],
    ['a percent sign, as itself', '0% p', [3]],
    ['no wildcard: %', 'TAb%567', []],
    ['no wildcard: _', 'TAb_dEf', []],
    ['an underscore, as itself', 'pure_g', [3]],
    ['a backslash, as itself', 'old \\ d', [3]],
    ['no quote that ends the text', "'; --", []],
    ['nothing across two columns', 'TestTRec', []],
    ['nothing', 'nobody', []],
  ])('finds %s', async (_, text, expected) => {
    expect(await search(text)).toEqual(expected);
  });

  it('finds a whole id, in any case', async () => {
    const { transaction_id: id } = transactionRow(service.accountId, 2);
    expect(await search(id)).toEqual([2]);
    expect(await search(id.toUpperCase())).toEqual([2]);
    expect(await search(id.slice(5, -1))).toEqual([2]);
  });

  it.each([
    ['before', 'created_to=1969-12-31'],
    ['after', 'created_from=2150-01-01'],
    ['long after', 'created_from=9999-12-31'],
  ])('finds nothing in a range %s all times that ids can say', async (_, range) => {
    expect(await search('ofthistest', `&${range}`)).toEqual([]);
    const { transaction_id: id } = transactionRow(service.accountId, 2);
    expect(await search(id, `&transaction_id=${id}&${range}`)).toEqual([]);
  });

  it('meets the other filters, and is sorted and paged like every list', async () => {
    expect(await search('abcdef', '&sort_direction=asc')).toEqual([0, 1]);
    expect(await search('ofthistest', '&network=eth')).toEqual([2]);
    expect(await search('ofthistest', '&status=completed&limit=1&offset=1')).toEqual([1]);
    expect(await search('ofthistest', '&sort_by=status&sort_direction=desc')).toEqual([3, 2, 1, 0]);
    expect(await search('ofthistest', `&created_from=${moment(1000)}&created_to=${moment(2000)}`)).toEqual([
      2, 1,
    ]);
    expect(await search('ofthistest', '&offset=4')).toEqual([]);
  });
});

describe('among twenty thousand transactions of two accounts, a search', () => {
  const addresses = Array.from({ length: 400 }, (_, n) => `T${((n + 1) * 7_919 ** 3).toString(36)}xW${n}`);
  let other = '';
  beforeEach(async () => {
    other = await insertAccount(service.db, 'Other');
    const rows = Array.from({ length: 20_000 }, (_, n) =>
      transactionRow(n % 2 === 0 ? service.accountId : other, n, {
        sender_wallet: addresses[n % 400] ?? '',
        recipient_wallet: addresses[(n * 7) % 400] ?? '',
        hash: `${(n * 2_654_435_761).toString(16)}${(n * 40_503).toString(16)}`.padStart(64, 'a1b2c3'),
      }),
    );
    await insert(...rows);
    // As every database is kept. What the index has not sorted in yet, a random number of rows, decides else whether
    // the planner takes it.
    await sql`vacuum analyze transactions`.execute(service.db);
  });

  it('reads the trigram index and not the table', async () => {
    const row = transactionRow(service.accountId, 12_346);
    const texts = [
      row.transaction_id,
      addresses[77] ?? '',
      addresses[77]?.slice(3, 9) ?? '',
      'zzz',
      '0xdeadbeef',
    ];
    for (const text of texts) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain with found as materialized (
          select transaction_id from transactions as record
          where record.account_id = ${service.accountId} and record.transaction_id >= 'tx_'
            and record.transaction_id < 'tx_g' and ${isFoundBy(text)}
        ) select count(*) from found`.execute(service.db);
      const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
      expect(plan).toContain('Bitmap Index Scan on transactions_search');
      expect(plan).not.toContain('Seq Scan on transactions');
    }
  });

  it('reads an index on the column for what begins an id, a hash or an address', async () => {
    const row = transactionRow(service.accountId, 12_346);
    const address = addresses[77] ?? '';
    const texts = [
      [row.transaction_id, 'transactions_pkey|transactions_by_time'],
      [row.transaction_id.slice(0, 12), 'transactions_pkey|transactions_by_time'],
      [address, 'transactions_by_sender'],
      [address.slice(0, 15), 'transactions_by_recipient'],
      [`${row.hash.slice(0, 12)}9`, 'transactions_by_hash'],
    ] as const;
    for (const [text, index] of texts) {
      const { where } = matchingTransactions({ search: text });
      if (where === undefined) throw new Error(`${text} is looked for in the middle as well.`);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select count(*) from transactions as record
        where record.account_id = ${service.accountId} and record.transaction_id >= 'tx_'
          and record.transaction_id < 'tx_g' and ${where}`.execute(service.db);
      const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
      expect(plan).toMatch(new RegExp(`Index Scan (?:using|on) (?:${index})`));
      expect(plan).not.toContain('Seq Scan on transactions');
    }
  });

  it('finds exactly what looking at every row finds', async () => {
    const { rows } = await sql<{ text: string; count: number }>`
      select text, (select count(*) from transactions
        where account_id = ${service.accountId} and position(lower(text) in lower(transaction_id || ' '
          || sender_wallet || ' ' || recipient_wallet || ' ' || hash)) > 0) as count
      from unnest(${['abc', 'XW12', addresses[78] ?? '', addresses[78]?.slice(0, 14) ?? '', '7b2', 'a1b2c3a1', 'nobody']}::text[]) as text`.execute(
      service.db,
    );
    expect(rows.map(({ count }) => count > 0)).toEqual([true, true, true, true, true, true, false]);
    for (const { text, count } of rows) {
      const { body } = await service.call('GET', `/transactions?search=${text}`);
      expect(body).toMatchObject({ data: { count } });
    }
  });
});
