import { decimal } from '#domain/decimal.ts';
import type { Instant } from '#domain/time.ts';
import type { WithdrawalRequestsTable } from '#database/history-tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { exampleAddresses, exampleHashes, exampleIds } from '#contract/wallet-service/common.docs.ts';
import { insertExchanges } from '../exchanges/exchanges.store.ts';
import { exchangeRow, moment, transactionRow, withdrawalRow } from '../lists/testing-lists.ts';
import { label, pay } from '../aml/testing-aml.ts';
import type { TestService } from '../testing.ts';
import { insertTransactions } from '../transactions/transactions.store.ts';
import { outsider } from '../withdrawals/testing-withdrawals.ts';
import { countRequest, insertRequest } from '../withdrawals/withdrawals.store.ts';

const { tron, otherTron, ethereum } = exampleAddresses;

/** A time of the first of March 2026, which the examples are about. */
function march(time: string, micros = 0): Instant {
  return moment(Date.parse(`2026-03-01T${time}Z`) - Date.UTC(2025, 0, 1), micros);
}

/** The wallet of the document's examples. */
export const exampleWallet = { network: 'trx', address: tron } as const;

/** Gives the test's account the two wallets that the document's examples speak of, empty. */
export async function insertExampleWallets({ db, accountId }: TestService): Promise<void> {
  const common = { account_id: accountId, status: 'active', deleted_at: null } as const;
  await db
    .insertInto('wallet_counts')
    .values([
      { account_id: accountId, network: 'trx', wallets: 1 },
      { account_id: accountId, network: 'eth', wallets: 1 },
    ])
    .execute();
  await db
    .insertInto('wallets')
    .values([
      {
        ...common,
        address: tron,
        network: 'trx',
        type: 'user',
        name: 'Trading desk',
        chain_index: 1_000_000,
        created_at: moment(2),
      },
      {
        ...common,
        address: ethereum,
        network: 'eth',
        type: 'accounting',
        name: 'Deposits',
        chain_index: 1_000_000,
        created_at: moment(1),
      },
    ])
    .execute();
}

export async function insertExampleRefund({ db, accountId }: TestService): Promise<void> {
  const refund = {
    refund_transaction_id: 4711,
    account_id: accountId,
    wallet_address: tron,
    currency: 'USDT',
    amount: decimal('12.5'),
    deposit_transaction_id: exampleIds.transaction,
    refund_wallet: otherTron,
    created_at: march('11:00:00'),
  } as const;
  await db.insertInto('refunds').values(refund).execute();
}

export async function insertExampleTransaction({ db, accountId }: TestService): Promise<void> {
  const row = transactionRow(accountId, 1, {
    transaction_id: exampleIds.transaction,
    amount: decimal('1250.5'),
    sender_wallet: otherTron,
    recipient_wallet: tron,
    hash: exampleHashes.tron,
    created_at: march('09:15:02.123', 456),
  });
  await inTransaction(db, async (tx) => await insertTransactions(tx, [row]));
}

export async function insertExampleExchange({ db, accountId }: TestService): Promise<void> {
  const row = exchangeRow(accountId, 1, {
    transaction_id: exampleIds.exchange,
    amount_from: decimal('0.5'),
    amount_to: decimal('1745.625'),
    fee: decimal('4.375'),
    rate: decimal('3500'),
    created_at: march('10:00:41.000', 512),
  });
  await inTransaction(db, async (tx) => await insertExchanges(tx, [row]));
}

/** The request of the document's examples, without funds that are held for it. */
export async function insertExampleRequest(
  { db, accountId }: TestService,
  status: WithdrawalRequestsTable['status'],
): Promise<void> {
  const row = withdrawalRow(accountId, 1, {
    request_id: exampleIds.withdrawal,
    external_id: 'payout-2026-0042',
    amount: decimal('250'),
    fee: decimal('1.5'),
    comment: 'Supplier, invoice 42',
    sender: 'user',
    sender_wallet: tron,
    recipient_wallet: otherTron,
    status,
    created_at: march('12:00:00'),
  });
  await inTransaction(db, async (tx) => {
    await insertRequest(tx, row);
    await countRequest(tx, row);
  });
}

/** What is known of the address that the document's examples screen: most of its funds come from an exchange. */
export async function insertExampleFunding({ db }: TestService): Promise<void> {
  const [exchange, other] = [outsider('trx', 1), outsider('trx', 2)];
  await label(db, exchange, 'Example exchange', 'exchange', { network: 'trx' });
  await pay(
    db,
    { network: 'trx', from: exchange, to: otherTron, amount: '87.5', on: 1 },
    { network: 'trx', from: other, to: otherTron, amount: '12.5', on: 2 },
  );
}
