import { beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#database/transaction.ts';
import { moment, transactionRow } from '../lists/testing-lists.ts';
import { setUpService } from '../testing.ts';
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
