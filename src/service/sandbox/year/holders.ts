import { currenciesOf, networks, type Currency } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import type { WalletRef } from '../../ledger/ledger-accounts.ts';
import type { Random } from '../random.ts';
import type { SandboxWallet, Size } from '../sandbox-wallets.ts';
import type { Customer, Labelled, World } from '../world/world.ts';

/** A wallet with whom it deals and when. */
export type Holder = SandboxWallet &
  WalletRef & {
    chainIndex: number;
    createdAt: Instant;
    /** The part of the year, in places, that it was in use. */
    from: number;
    until: number;
    /** What it is paid in, the first far more often than the others. */
    currencies: readonly Currency[];
    customers: readonly Customer[];
    services: readonly Labelled[];
  };

/** How a wallet is used, by its size. */
type Habit = {
  /** How many deposits it gets beside those of others. */
  deposits: number;
  /** How often it pays. */
  payouts: number;
  /** What a deposit is worth in US dollars, least and most. */
  worth: readonly [number, number];
  customers: number;
  /** Which part of its deposits comes from labelled addresses. */
  services: number;
};

const userHabits: Record<Size, Habit> = {
  reserve: { deposits: 34, payouts: 14, worth: [60_000, 1_600_000], customers: 3, services: 0.7 },
  large: { deposits: 120, payouts: 60, worth: [2_500, 140_000], customers: 9, services: 0.45 },
  medium: { deposits: 105, payouts: 55, worth: [150, 9_000], customers: 7, services: 0.4 },
  small: { deposits: 60, payouts: 26, worth: [8, 450], customers: 4, services: 0.5 },
  dust: { deposits: 0, payouts: 0, worth: [1, 1], customers: 2, services: 0 },
  empty: { deposits: 4, payouts: 0, worth: [20, 900], customers: 2, services: 0.3 },
};

const accountingHabits: Record<Size, Habit> = {
  reserve: { deposits: 0, payouts: 0, worth: [1, 1], customers: 0, services: 0 },
  large: { deposits: 620, payouts: 0, worth: [15, 3_500], customers: 60, services: 0.2 },
  medium: { deposits: 330, payouts: 0, worth: [10, 900], customers: 36, services: 0.2 },
  small: { deposits: 170, payouts: 0, worth: [4, 220], customers: 18, services: 0.25 },
  dust: { deposits: 0, payouts: 0, worth: [1, 1], customers: 2, services: 0 },
  empty: { deposits: 30, payouts: 0, worth: [10, 300], customers: 5, services: 0.2 },
};

export function habitOf({ type, size }: SandboxWallet): Habit {
  return (type === 'user' ? userHabits : accountingHabits)[size];
}

/** Wallets that were there when the account was opened; the others came one by one. */
const firstWallets = 30;

/** When the wallets of the account, in their order, were made: places of the year. */
export function openingPlaces(count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    if (i < firstWallets) return i / 10_000;
    return 0.004 + 0.96 * ((i - firstWallets) / (count - firstWallets)) ** 1.2;
  });
}

/** Until which place of the year a wallet was used that was made at `from`. */
export function lastPlace(random: Random, { status, size }: SandboxWallet, from: number): number {
  const left = 1 - from;
  if (status === 'inactive') return from + left * (0.2 + 0.25 * random.fraction());
  if (status === 'blocked') return from + left * (0.6 + 0.3 * random.fraction());
  if (size === 'empty') return from + left * 0.6;
  return 1;
}

export function currenciesHeld(random: Random, { network, name, size }: SandboxWallet): Currency[] {
  const native = networks[network].nativeCurrency;
  if (name.startsWith('Gas station')) return [native];
  const all = currenciesOf(network);
  const most = size === 'dust' ? 1 : Math.min(all.length, 1 + random.integer(3));
  // USDT first, as nearly everybody holds it; a few hold only the network's own currency.
  const order = random.chance(0.2) ? all.toReversed() : all;
  return order.slice(0, most);
}

const isBad = ({ standing }: Customer) => standing === 'dirty' || standing === 'risky';

/** Whom a wallet deals with. One that was blocked was blocked for a reason. */
export function circleOf(
  random: Random,
  wallet: SandboxWallet,
  world: World,
): Pick<Holder, 'customers' | 'services'> {
  const { network, status } = wallet;
  const wanted = habitOf(wallet).customers;
  const all = world.customersOn(network);
  const chosen = status === 'blocked' ? all.filter(isBad) : all;
  const start = random.integer(chosen.length);
  // A stride, so that two wallets share some customers and not the same run of them.
  const stride = 1 + random.integer(7);
  const customers = Array.from({ length: Math.min(wanted, chosen.length) }, (_, i) => {
    return chosen[(start + i * stride) % chosen.length];
  }).filter((customer) => customer !== undefined);
  const clean = world.labelledOn(network, 'clean');
  const services = [0, 1, 2].flatMap(() => random.weighted(clean, ({ entity }) => entity.weight) ?? []);
  if (status === 'blocked') services.push(...world.labelledOn(network, 'dirty').slice(-1));
  else if (random.chance(0.3)) services.push(...world.labelledOn(network, 'mixed').slice(0, 1));
  return { customers, services };
}
