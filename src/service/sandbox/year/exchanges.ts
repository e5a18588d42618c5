import { compare } from '#domain/arithmetic.ts';
import { decimal, isZero, type Decimal } from '#domain/decimal.ts';
import {
  currenciesOf,
  currencyFactsOf,
  isWalletNetwork,
  networks,
  withdrawalNetworks,
  type Currency,
  type Network,
} from '#domain/networks.ts';
import type { ExchangeTransactionsTable } from '#database/history-tables.ts';
import { makeExchange } from '../../exchanges/make-exchange.ts';
import { timeId } from '../../ids.ts';
import { poolAccount } from '../../ledger/ledger-accounts.ts';
import * as movements from '../../ledger/movements.ts';
import { sandboxAccountId } from '../sandbox-keys.ts';
import { type Scene, shareOf, writePosting } from './scene.ts';

const failedShare = 0.014;
const tries = 8;
const leastDollars = 25;
/** What an exchange costs, of what comes in. */
export const feeShare = decimal('0.0025');

type Side = { network: Network; currency: Currency };

/** Where funds can be exchanged to, and how often they are. */
const targets: readonly (Side & { weight: number })[] = withdrawalNetworks.flatMap((network) =>
  currenciesOf(network).map((currency) => ({ network, currency, weight: weightOf(network, currency) })),
);

/** Part of the pool is exchanged for another currency. */
export function exchange(scene: Scene, status?: ExchangeTransactionsTable['status']): boolean {
  const { random, holdings, diary, prices, place, moment } = scene;
  const from = findSource(scene);
  if (from === undefined) return false;
  const to = random.weighted(targets, (target) =>
    poolOf(target).id === poolOf(from).id ? 0 : target.weight,
  );
  if (to === undefined) return false;
  const row = makeExchange({
    accountId: sandboxAccountId,
    from,
    to,
    rate: prices.rate(from.currency, to.currency, place),
    feeShare,
    createdAt: moment,
    transactionId: timeId('ex', moment, random.hex(11)),
  });
  const isFailed = random.chance(failedShare);
  row.status = status ?? (isFailed ? 'error' : 'completed');
  diary.exchanges.push(row);
  if (row.status !== 'completed') return true;
  const moved = movements.exchange(
    from,
    { ...to, amount: row.amount_to, fee: row.fee },
    { accountId: sandboxAccountId, reference: row.transaction_id },
  );
  writePosting(scene, moved);
  holdings.spend(poolOf(from), from.amount);
  holdings.receive(poolOf(to), row.amount_to);
  return true;
}

function findSource(scene: Scene): (Side & { amount: Decimal }) | undefined {
  const { random, holdings, prices, place } = scene;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const side = random.weighted(targets, () => 1);
    if (side === undefined) return undefined;
    const available = holdings.of(poolOf(side));
    const dollars = Number(available) * prices.dollars(side.currency, place);
    if (isZero(available) || dollars < leastDollars) continue;
    const share = random.chance(0.02) ? 0.6 : random.magnitude(0.003, 0.22);
    const least = decimal((leastDollars / 10 / prices.dollars(side.currency, place)).toFixed(6));
    const amount = shareOf(scene, { ...side, available }, share, least);
    if (amount !== undefined && compare(amount, available) <= 0) return { ...side, amount };
  }
  return undefined;
}

function poolOf({ network, currency }: Side) {
  return poolAccount(sandboxAccountId, network, currency);
}

function weightOf(network: Network, currency: Currency): number {
  const isNative = currency === networks[network].nativeCurrency;
  return isNative || isWalletNetwork(network) ? currencyFactsOf(currency).sandbox.exchanges : 1;
}
