import { sharedPoolKey } from '#contract/wallet-service/balances.ts';
import type { Decimal } from '#domain/decimal.ts';
import { type Currency, currenciesOf, networks } from '#domain/networks.ts';
import { instantFromDate, toDate, type Instant } from '#domain/time.ts';
import type { Posting } from '../ledger/ledger.ts';
import { poolNetwork, type WalletPlace } from '../ledger/ledger-accounts.ts';
import { collect, deposit, settle, withdraw } from '../ledger/movements.ts';
import type { Random } from './random.ts';
import { sandboxAmount } from './sandbox-amounts.ts';
import { sandboxAccountId } from './sandbox-keys.ts';
import type { SandboxWallet, Size } from './sandbox-wallets.ts';

export type PlacedWallet = SandboxWallet & WalletPlace & { chainIndex: number; createdAt: Instant };

/** The sandbox's today. A constant, so that every first start makes the same data. */
export const sandboxNow = Date.UTC(2026, 5, 30, 18);

const dayMs = 86_400_000;

/** What happened on a wallet, in its order: deposits, and part of them withdrawn or moved to the pool. */
export function walletHistory(random: Random, wallet: PlacedWallet): Posting[] {
  const { size } = wallet;
  const sized = size === 'empty' ? random.pick([undefined, 'small' as const]) : size;
  if (sized === undefined) return [];
  const postings = currenciesHeld(random, wallet, sized).flatMap((currency) =>
    wallet.type === 'accounting'
      ? collected(random, wallet, currency, sized)
      : kept(random, wallet, currency, sized),
  );
  const dates = laterMoments(random, wallet.createdAt, postings.length);
  return postings.map((posting, i) =>
    Object.assign(posting, {
      postingId: `post_${random.hex(24)}`,
      createdAt: dates[i] ?? wallet.createdAt,
    }),
  );
}

/** A wallet of a customer: what comes in stays, until some of it is sent on. */
function kept(
  random: Random,
  wallet: PlacedWallet,
  currency: Currency,
  size: Exclude<Size, 'empty'>,
): Posting[] {
  const amounts = someAmounts(random, wallet, currency, size);
  const sentOn = wallet.size === 'empty' ? amounts : amounts.filter(() => random.integer(5) === 0);
  const isAllSpent = sentOn.length === amounts.length && wallet.size !== 'empty';
  const spent = isAllSpent ? sentOn.slice(1) : sentOn;
  return [
    ...amounts.map((amount) => deposit(wallet, movement(random, currency, amount))),
    ...spent.map((amount) => withdraw(wallet, movement(random, currency, amount))),
  ];
}

/** A wallet of a checkout: most deposits have been moved to the pool, the newest still stand on its address. */
function collected(
  random: Random,
  wallet: PlacedWallet,
  currency: Currency,
  size: Exclude<Size, 'empty'>,
): Posting[] {
  const amounts = someAmounts(random, wallet, currency, size);
  const isEmptied = wallet.size === 'empty';
  const isShared = poolNetwork(wallet.network, currency) === sharedPoolKey;
  const newest = amounts.length - 1;
  const postings: Posting[] = [];
  for (const [i, amount] of amounts.entries()) {
    postings.push(deposit(wallet, movement(random, currency, amount)));
    if (i === newest && !isEmptied) break;
    postings.push(collect(wallet, movement(random, currency, amount)));
    const isOnItsWay = i === newest - 1 && !isEmptied && random.integer(2) === 0;
    if (isShared && !isOnItsWay) postings.push(settle(wallet.network, movement(random, currency, amount)));
  }
  return postings;
}

function someAmounts(
  random: Random,
  { network }: PlacedWallet,
  currency: Currency,
  size: Exclude<Size, 'empty'>,
): Decimal[] {
  const count = size === 'dust' ? 1 : 1 + random.integer(4);
  return Array.from({ length: count }, () => sandboxAmount(random, network, currency, size));
}

function currenciesHeld(random: Random, { network, name }: PlacedWallet, size: Size): Currency[] {
  const native = networks[network].nativeCurrency;
  if (name.startsWith('Gas station')) return [native];
  const all = currenciesOf(network);
  const most = size === 'dust' ? 1 : Math.min(all.length, 1 + random.integer(3));
  // USDT first, as nearly everybody holds it; a few hold only the network's own currency.
  const order = random.integer(5) === 0 ? all.toReversed() : all;
  return order.slice(0, most);
}

function movement(random: Random, currency: Currency, amount: Decimal) {
  return { accountId: sandboxAccountId, currency, amount, reference: random.hex(64) };
}

/** So many moments after the given one, in their order, up to the sandbox's today. */
export function laterMoments(random: Random, from: Instant, count: number): Instant[] {
  const start = toDate(from).getTime();
  const span = Math.max(dayMs, sandboxNow - start);
  return Array.from({ length: count }, () => start + Math.floor(random.fraction() * span))
    .sort((a, b) => a - b)
    .map((ms) => momentAt(random, ms));
}

/** A moment with microseconds, as a database gives them. */
export function momentAt(random: Random, ms: number): Instant {
  return `${instantFromDate(new Date(ms)).slice(0, 23)}${random.digits(3)}Z` as Instant;
}
