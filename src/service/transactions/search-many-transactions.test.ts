import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#database/transaction.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { transactionRow } from '../lists/testing-lists.ts';
import { setUpService } from '../testing.ts';
import { isFoundBy, matchingTransactions } from './transaction-search.ts';
import { insertTransactions } from './transactions.store.ts';

const addresses = Array.from({ length: 400 }, (_, n) => `T${((n + 1) * 7_919 ** 3).toString(36)}xW${n}`);

const service = setUpService({}, async (db, accountId) => {
  const other = await insertAccount(db, 'Other');
  const rows = Array.from({ length: 20_000 }, (_, n) =>
    transactionRow(n % 2 === 0 ? accountId : other, n, {
      sender_wallet: addresses[n % 400] ?? '',
      recipient_wallet: addresses[(n * 7) % 400] ?? '',
      hash: `${(n * 2_654_435_761).toString(16)}${(n * 40_503).toString(16)}`.padStart(64, 'a1b2c3'),
    }),
  );
  await inTransaction(db, async (tx) => await insertTransactions(tx, rows));
  // As every database is kept. What the index has not sorted in yet, a random number of rows, decides else whether the
  // planner takes it.
  await sql`vacuum analyze transactions`.execute(db);
});

describe('among twenty thousand transactions of two accounts, a search', () => {
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
