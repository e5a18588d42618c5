import { ZERO, type Decimal } from '#domain/decimal.ts';
import type { Currency } from '#domain/networks.ts';
import type { TransactionsTable } from '#database/history-tables.ts';
import { walletAccount } from '../../ledger/ledger-accounts.ts';
import { deposit, withdraw } from '../../ledger/movements.ts';
import type { NewTransaction } from '../../transactions/transactions.store.ts';
import { dust } from '../sandbox-amounts.ts';
import { sandboxAccountId } from '../sandbox-keys.ts';
import type { Customer, Labelled } from '../world/world.ts';
import { dayMs } from './calendar.ts';
import { habitOf, type Holder } from './holders.ts';
import { isOpen, later, type Scene, worth, writePosting, writeTransaction } from './scene.ts';

/** One deposit in so many does not go through. */
const failedShare = 0.012;
const whaleShare = 0.004;
const firstRefundId = 48_213_907;

type Deposit = { holder: Holder; currency: Currency; amount: Decimal; sender: Customer | Labelled };

/** Funds arrive on a wallet, the given or any, or are still on their way, or never arrive. */
export function receiveDeposit(scene: Scene, status?: TransactionsTable['status'], wallet?: Holder): boolean {
  const chosen = thinkOfDeposit(scene, wallet);
  if (chosen === undefined) return false;
  const isFailed = scene.random.chance(failedShare);
  writeDeposit(scene, chosen, status ?? (isFailed ? 'error' : 'completed'));
  return true;
}

/** The only thing that ever reached a wallet: a few of the smallest units. */
export function receiveDust(scene: Scene, holder: Holder): void {
  const [currency] = holder.currencies;
  const [sender] = holder.customers;
  if (currency === undefined || sender === undefined) return;
  const amount = dust(scene.random, holder.network, currency);
  writeDeposit(scene, { holder, currency, amount, sender }, 'completed');
}

/** A deposit that is sent back a day or two later: it is never counted on. */
export function receiveAndRefund(scene: Scene, holder: Holder): void {
  const { random, diary } = scene;
  const currency = random.weighted(holder.currencies, () => 1);
  const sender = random.weighted(holder.customers, () => 1);
  if (currency === undefined || sender === undefined) return;
  const { network, address } = holder;
  const amount = worth(scene, network, currency, random.magnitude(20, 900));
  const received = writeDeposit(scene, { holder, currency, amount, sender }, 'completed', false);
  const createdAt = later(scene, dayMs * (0.1 + 1.5 * random.fraction()));
  const returned = writeTransaction(scene, {
    network,
    direction: 'out',
    status: 'completed',
    currency,
    amount,
    fee: ZERO,
    sender_wallet: address,
    recipient_wallet: sender.address,
    createdAt,
  });
  const reference = returned.transaction_id;
  writePosting(
    scene,
    withdraw(holder, { accountId: sandboxAccountId, currency, amount, reference }),
    createdAt,
  );
  diary.refunds.push({
    refund_transaction_id: firstRefundId + diary.refunds.length * 97,
    account_id: sandboxAccountId,
    wallet_address: address,
    currency,
    amount,
    deposit_transaction_id: received.transaction_id,
    refund_wallet: sender.address,
    created_at: createdAt,
  });
}

function thinkOfDeposit(scene: Scene, wallet: Holder | undefined): Deposit | undefined {
  const { random, holders } = scene;
  const holder =
    wallet ?? random.weighted(holders, (each) => (isOpen(each, scene) ? habitOf(each).deposits : 0));
  if (holder === undefined) return undefined;
  const { worth: range, services } = habitOf(holder);
  const currency = random.weighted(
    holder.currencies,
    (each) => 1 / (1 + 3 * holder.currencies.indexOf(each)),
  );
  const isFromService = random.chance(services) || holder.customers.length === 0;
  const sender = isFromService
    ? random.weighted(holder.services, () => 1)
    : // The first of them come back again and again.
      holder.customers[Math.floor(holder.customers.length * random.fraction() ** 1.8)];
  if (currency === undefined || sender === undefined) return undefined;
  const [least, most] = range;
  const isWhale = random.chance(whaleShare);
  const dollars = isWhale ? random.magnitude(most, most * 25) : random.magnitude(least, most);
  return { holder, currency, sender, amount: worth(scene, holder.network, currency, dollars) };
}

function writeDeposit(
  scene: Scene,
  { holder, currency, amount, sender }: Deposit,
  status: TransactionsTable['status'],
  isKept = true,
): NewTransaction {
  const { diary, holdings, calendar, place } = scene;
  const { network, address } = holder;
  const row = writeTransaction(scene, {
    network,
    direction: 'in',
    status,
    currency,
    amount,
    // The sender pays the network.
    fee: ZERO,
    sender_wallet: sender.address,
    recipient_wallet: address,
  });
  if (status === 'error') return row;
  if ('sources' in sender) {
    const at = calendar.at(place);
    diary.customerPayments.push({ customer: sender, currency, amount, at, transactionHash: row.hash });
  }
  if (status !== 'completed') return row;
  const reference = row.transaction_id;
  writePosting(scene, deposit(holder, { accountId: sandboxAccountId, currency, amount, reference }));
  if (isKept) holdings.receive(walletAccount(holder, currency), amount);
  return row;
}
