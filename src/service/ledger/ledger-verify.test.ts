import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { setUpService } from '../testing.ts';
import type { WalletRef } from './ledger-accounts.ts';
import { verifyLedger } from './ledger-verify.ts';

// Every rule has its test in rules/rules.test.ts. Here: that the report is exact, and says what a person needs.

const service = setUpService();
let wallet: WalletRef;

beforeEach(async () => {
  wallet = await service.wallet('eth');
  await service.fund(wallet, 'ETH', '1.000000000000000001');
});

const differences = async () => (await verifyLedger(service.db)).differences;

it('finds nothing in books that are right, and says how much it looked at', async () => {
  expect(await verifyLedger(service.db)).toEqual({
    counts: { accounts: 1, ledgerAccounts: 2, postings: 1, entries: 2, wallets: 1 },
    differences: [],
  });
});

it('finds a balance that is off by the smallest unit', async () => {
  await sql`update ledger_accounts set balance = balance + 0.000000000000000001 where kind = 'wallet'`.execute(
    service.db,
  );
  expect(await differences()).toEqual([
    `wallet/eth/${wallet.address}/ETH: expected the sum of its entries, 1.000000000000000001, found a balance of 1.000000000000000002 (balance-is-sum-of-entries: Every balance is the sum of its entries.)`,
  ]);
});

it('finds an entry that was changed: balance, posting and document no longer agree', async () => {
  await sql`update ledger_entries set amount = 2 where amount > 0`.execute(service.db);
  const place = `wallet/eth/${wallet.address}/ETH`;
  const world = `world/${service.accountId}/eth/ETH`;
  expect(await differences()).toEqual([
    `${place}: expected the sum of its entries, 2, found a balance of 1.000000000000000001 (balance-is-sum-of-entries: Every balance is the sum of its entries.)`,
    expect.stringMatching(
      /^post_\w+: expected entries that add up to 0, found a sum of 0\.999999999999999999 ETH on eth \(/,
    ),
    expect.stringContaining(
      `expected ${service.accountId}: ${place} 1.000000000000000001, ${world} -1.000000000000000001, found ${service.accountId}: ${place} 2, ${world} -1.000000000000000001 (deposit-differs`,
    ),
  ]);
});

it('names a fault once, however many rows show it', async () => {
  await sql`
    insert into ledger_postings
    select 'post_again', account_id, kind, reference, created_at from ledger_postings`.execute(service.db);
  const twice = (await differences()).filter((difference) => difference.includes('posted-twice'));
  expect(twice).toEqual([
    expect.stringMatching(/^tx_\w+: expected one deposit posting, found 2 deposit postings/),
  ]);
});
