import { compare } from '#domain/arithmetic.ts';
import type { Decimal } from '#domain/decimal.ts';
import { type Currency, decimalsOf, type Network, type WalletNetwork } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import type {
  ExchangeTransactionsTable,
  PaymentsTable,
  WithdrawalRequestsTable,
} from '#database/history-tables.ts';
import type { RefundsTable } from '#database/tables.ts';
import { timeId } from '../../ids.ts';
import type { NewTransaction } from '../../transactions/transactions.store.ts';
import type { WalletRef } from '../../ledger/ledger-accounts.ts';
import type { Posting } from '../../ledger/ledger.ts';
import { momentAt, newHash } from '../chain-facts.ts';
import type { Random } from '../random.ts';
import { amountWorth } from '../sandbox-amounts.ts';
import { sandboxAccountId } from '../sandbox-keys.ts';
import type { CustomerPayment } from '../world/funding.ts';
import type { World } from '../world/world.ts';
import type { Calendar } from './calendar.ts';
import type { Holder } from './holders.ts';
import type { Holdings } from './holdings.ts';
import type { Prices } from './prices.ts';

/** A check: its subject and its time. The report is made by screening what was known then. */
export type PlannedCheck = {
  uid: string;
  network: WalletNetwork;
  /** An address or a transaction id. */
  value: string;
  status: 'completed' | 'pending' | 'failed';
  isAsync: boolean;
  /** The wallet that paid; undefined: a prepaid check was used. */
  payer: WalletRef | undefined;
  fee: Decimal;
  createdAt: Instant;
  completedAt: Instant | null;
};

/** What has happened, as rows. Postings stand in the order in which they were thought of, not in time. */
export type Diary = {
  transactions: NewTransaction[];
  postings: Posting[];
  exchanges: ExchangeTransactionsTable[];
  requests: WithdrawalRequestsTable[];
  payments: PaymentsTable[];
  refunds: RefundsTable[];
  customerPayments: CustomerPayment[];
  checks: PlannedCheck[];
};

/** Where the year stands while it is made. */
export type Scene = {
  random: Random;
  calendar: Calendar;
  prices: Prices;
  world: World;
  holders: readonly Holder[];
  holdings: Holdings;
  diary: Diary;
  /** The place of the year that is being made, and its moment. Neither ever goes back. */
  place: number;
  moment: Instant;
};

/** The moment so much later, but never after the year's end. */
export function later(scene: Scene, ms: number): Instant {
  const { random, calendar, place, moment } = scene;
  const at = momentAt(random, Math.min(calendar.at(place) + ms, calendar.end - 1));
  return at > moment ? at : moment;
}

type TransactionFacts = Omit<NewTransaction, 'transaction_id' | 'account_id' | 'hash' | 'created_at'> & {
  hash?: string;
  createdAt?: Instant;
};

export function writeTransaction(scene: Scene, facts: TransactionFacts): NewTransaction {
  const { random } = scene;
  const { hash = newHash(random, facts.network), createdAt = scene.moment, ...rest } = facts;
  const row: NewTransaction = {
    ...rest,
    transaction_id: timeId('tx', createdAt, random.hex(11)),
    account_id: sandboxAccountId,
    hash,
    created_at: createdAt,
  };
  scene.diary.transactions.push(row);
  return row;
}

export function writePosting(scene: Scene, posting: Posting, createdAt = scene.moment): void {
  // In the order of time, so that thousands of them stand side by side in the index.
  const postingId = `post_${timeId('tx', createdAt, scene.random.hex(11)).slice('tx_'.length)}`;
  scene.diary.postings.push(Object.assign(posting, { postingId, createdAt }));
}

/** An amount of about so many US dollars at this place of the year. */
export function worth(scene: Scene, network: Network, currency: Currency, dollars: number): Decimal {
  const price = scene.prices.dollars(currency, scene.place);
  return amountWorth(scene.random, network, currency, { dollars, price });
}

/** About so much of what is there; undefined where that is less than `least`. */
export function shareOf(
  scene: Scene,
  place: { network: Network; currency: Currency; available: Decimal },
  share: number,
  least: Decimal,
): Decimal | undefined {
  const { network, currency, available } = place;
  if (decimalsOf(network, currency) === undefined) return undefined;
  const dollars = Number(available) * scene.prices.dollars(currency, scene.place) * share;
  const amount = worth(scene, network, currency, dollars);
  return compare(amount, least) < 0 ? undefined : amount;
}

export function isOpen({ from, until }: Holder, { place }: Scene): boolean {
  return from < place && place <= until;
}
