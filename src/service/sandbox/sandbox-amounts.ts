import { decimal, type Decimal } from '#domain/decimal.ts';
import { type Currency, decimalsOf, type WalletNetwork } from '#domain/networks.ts';
import type { Random } from './random.ts';
import type { Size } from './sandbox-wallets.ts';

/** Only so that amounts of different currencies look alike in worth. */
const roughDollars = {
  USDT: 1,
  USDC: 1,
  TRX: 0.3,
  ETH: 3_200,
  BNB: 650,
  BTC: 95_000,
  SOL: 160,
} satisfies Record<Currency, number>;

const ranges = {
  reserve: [400_000, 2_500_000],
  large: [40_000, 400_000],
  medium: [1_500, 40_000],
  small: [20, 1_500],
} satisfies Partial<Record<Size, readonly [number, number]>>;

/**
 * An amount of about that size with the digits that such amounts have: people send round dollars and
 * cents, machines every digit that the network has, and dust is a few of its smallest units.
 */
export function sandboxAmount(
  random: Random,
  network: WalletNetwork,
  currency: Currency,
  size: Exclude<Size, 'empty'>,
): Decimal {
  const places = decimalsOf(network, currency) ?? 0;
  if (size === 'dust') return smallestUnits(1 + random.integer(9_999), places);
  const [least, most] = ranges[size];
  // Small ones are more frequent than large ones, within a range too.
  const dollars = least * (most / least) ** random.fraction();
  const millionths = String(Math.max(1, Math.floor((dollars / roughDollars[currency]) * 1e6))).padStart(
    7,
    '0',
  );
  const [whole, fraction] = [millionths.slice(0, -6), millionths.slice(-6)];
  const isStable = currency === 'USDT' || currency === 'USDC';
  const written = isStable && random.integer(3) > 0 ? random.pick([0, 0, 2]) : places;
  const digits = `${fraction}${random.digits(Math.max(0, places - 6))}`.slice(0, written);
  const text = digits === '' ? whole : `${whole}.${digits}`;
  // Less than one, and cut to nothing.
  return decimal(/[1-9]/.test(text) ? text : '1');
}

function smallestUnits(units: number, places: number): Decimal {
  const digits = String(units).padStart(places + 1, '0');
  return decimal(`${digits.slice(0, -places)}.${digits.slice(-places)}`);
}
