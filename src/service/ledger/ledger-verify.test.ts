import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { setUpService } from '../testing.ts';
import type { WalletPlace } from './ledger-accounts.ts';
import { verifyLedger } from './ledger-verify.ts';
import { deposit, withdraw } from './movements.ts';

const service = setUpService();
let wallet: WalletPlace;

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
    `wallet/eth/${wallet.address}/ETH: the balance is 1.000000000000000002, its entries add up to 1.000000000000000001`,
  ]);
});

it('finds an entry that was changed: the balance and the posting no longer agree', async () => {
  await sql`update ledger_entries set amount = 2 where amount > 0`.execute(service.db);
  expect(await differences()).toEqual([
    expect.stringMatching(/^wallet\/eth\/.*: the balance is 1\.000000000000000001, its entries add up to 2$/),
    expect.stringMatching(
      /^posting post_\w+: its entries add up to 0\.999999999999999999 ETH on eth, not to 0$/,
    ),
  ]);
});

it('finds an entry that was deleted, and a posting without any', async () => {
  await sql`delete from ledger_entries where amount > 0`.execute(service.db);
  expect(await differences()).toHaveLength(2);
  await sql`delete from ledger_entries`.execute(service.db);
  expect(await differences()).toEqual([
    expect.stringContaining('its entries add up to 0'),
    expect.stringContaining('it has no entries'),
  ]);
});

it('finds a deposit that was credited twice, and lets one transaction come and leave', async () => {
  const movement = { accountId: service.accountId, currency: 'ETH', amount: decimal('0.5') } as const;
  await service.post(deposit(wallet, { ...movement, reference: 'tx_1' }));
  await service.post(withdraw(wallet, { ...movement, reference: 'tx_1' }));
  await service.post(deposit(wallet, movement));
  await service.post(deposit(wallet, movement));
  expect(await differences()).toEqual([]);
  await service.post(deposit(wallet, { ...movement, reference: 'tx_1' }));
  expect(await differences()).toEqual(['tx_1: 2 postings of the kind deposit, not one']);
});

it('finds a count of wallets that is not theirs, in both directions', async () => {
  await sql`update wallet_counts set wallets = 3`.execute(service.db);
  expect(await differences()).toEqual([
    `account ${service.accountId} on eth: 3 wallets are counted, 1 are there`,
  ]);
  await sql`delete from wallet_counts`.execute(service.db);
  expect(await differences()).toEqual([
    `account ${service.accountId} on eth: 0 wallets are counted, 1 are there`,
  ]);
});

it('finds funds on a deleted wallet', async () => {
  await sql`update wallets set deleted_at = now()`.execute(service.db);
  await sql`update wallet_counts set wallets = 0`.execute(service.db);
  expect(await differences()).toEqual([
    `wallet/eth/${wallet.address}/ETH: the wallet is deleted and 1.000000000000000001 is left`,
  ]);
});

it('finds balances and entries that belong to another account', async () => {
  await sql`insert into accounts values ('acc_other', 'Other', now())`.execute(service.db);
  await sql`update ledger_accounts set account_id = 'acc_other' where kind = 'wallet'`.execute(service.db);
  expect(await differences()).toEqual([
    expect.stringMatching(/^posting post_\w+: it moves funds of another account on wallet\/eth\//),
    expect.stringContaining("it is not of the wallet's account and network"),
  ]);
});
