import { type Decimal, decimal, isNegative, isZero, ZERO } from '#domain/decimal.ts';
import { divide, multiply, sum } from '#domain/arithmetic.ts';
import {
  type Amounts,
  type BalanceLine,
  byCurrency,
  byNetwork,
  byType,
  isZeroLine,
  totalOf,
} from '#dashboard/entities/balances/balance-lines.ts';
import type { BalanceView } from '#dashboard/entities/balances/balances-url.ts';

export type ShownLine = BalanceLine & {
  /** The share of what the account has available of this currency, over all types and networks. */
  share: Share | undefined;
};

/** Lines of one currency that belong together, with their sum. */
export type Subgroup = { key: string; lines: ShownLine[]; total: Amounts; share: Share | undefined };

export type Group = {
  /** The currency, network key or wallet type that the group is about. */
  key: string;
  /** The sum of everything in the group; undefined where it holds several currencies, which do not add up. */
  total: Amounts | undefined;
  subgroups: Subgroup[];
};

export type Overview = {
  groups: Group[];
  /** How many lines of zero are left out. */
  hidden: number;
  /** Currencies whose rounded shares do not add up to 100 %, with what they add up to. */
  roundedSums: { currency: string; sum: string }[];
};

type Field = 'type' | 'network' | 'currency';

/** What a view groups by, and what by within a group. A subgroup is always of one currency. */
const dimensions = {
  currency: { outer: 'currency', inner: 'type' },
  network: { outer: 'network', inner: 'currency' },
  type: { outer: 'type', inner: 'currency' },
} as const satisfies Record<BalanceView, { outer: Field; inner: Field }>;

const orders = { type: byType, network: byNetwork, currency: byCurrency } satisfies Record<Field, unknown>;

/** The lines as one view shows them. What is hidden is still counted in every total: it is zero. */
export function overviewOf(lines: readonly BalanceLine[], view: BalanceView, showsZeros: boolean): Overview {
  const ofCurrency = Map.groupBy(lines, (line) => line.currency);
  const wholes = new Map([...ofCurrency].map(([currency, all]) => [currency, wholeOf(all)]));
  const shown = lines.filter((line) => showsZeros || !isZeroLine(line));
  const { outer, inner } = dimensions[view];

  const share = (currency: string, part: Decimal) => {
    const whole = wholes.get(currency);
    return whole === undefined ? undefined : shareOf(part, whole);
  };
  const groups = grouped(shown, outer).map(([key, ofGroup]) => ({
    key,
    total: outer === 'currency' ? totalOf(ofGroup) : undefined,
    subgroups: grouped(ofGroup, inner).map(([innerKey, ofSubgroup]) => {
      const total = totalOf(ofSubgroup);
      const currency = ofSubgroup[0]?.currency ?? '';
      return {
        key: innerKey,
        total,
        share: share(currency, total.available),
        lines: ofSubgroup.map((line) => ({ ...line, share: share(currency, line.available) })),
      };
    }),
  }));
  return { groups, hidden: lines.length - shown.length, roundedSums: roundedSumsOf(ofCurrency, wholes) };
}

/** The whole that shares are shares of; undefined where a line is below zero, since then there are none. */
function wholeOf(lines: readonly BalanceLine[]): Decimal | undefined {
  return lines.some((line) => isNegative(line.available)) ? undefined : totalOf(lines).available;
}

function grouped(lines: readonly BalanceLine[], field: Field): [string, BalanceLine[]][] {
  const order = orders[field];
  return [...Map.groupBy(lines, (line) => line[field])].sort(([a], [b]) => order(a, b));
}

function roundedSumsOf(ofCurrency: Map<string, BalanceLine[]>, wholes: Map<string, Decimal | undefined>) {
  return [...ofCurrency].flatMap(([currency, lines]) => {
    const whole = wholes.get(currency);
    const total =
      whole === undefined
        ? undefined
        : roundedSum(
            lines.map((line) => line.available),
            whole,
          );
    return total === undefined ? [] : [{ currency, sum: total }];
  });
}

/** A part of a whole in percent. */
export type Share = {
  /** Rounded half to even to 0.01. */
  percent: Decimal;
  /** For the eye; says so where rounding would claim nothing or everything: `<0.01%`, `>99.99%`. */
  text: string;
};

const places = 2;
const hundred = decimal(100);

/** Undefined where a share says nothing: of a whole that is zero, or among amounts below zero. */
export function shareOf(part: Decimal, whole: Decimal): Share | undefined {
  if (isZero(whole) || isNegative(whole) || isNegative(part)) return undefined;
  const percent = divide(multiply(part, hundred), whole, places);
  if (percent === ZERO) return { percent, text: isZero(part) ? '0%' : '<0.01%' };
  if (percent === hundred) return { percent, text: part === whole ? '100%' : '>99.99%' };
  return { percent, text: `${withPlaces(percent)}%` };
}

/** What the rounded shares of a whole add up to, where that is not 100. */
export function roundedSum(parts: readonly Decimal[], whole: Decimal): string | undefined {
  const shares = parts.map((part) => shareOf(part, whole));
  if (shares.some((share) => share === undefined)) return undefined;
  const total = sum(shares.map((share) => share?.percent ?? ZERO));
  return total === hundred ? undefined : `${withPlaces(total)}%`;
}

function withPlaces(percent: Decimal): string {
  const [whole = '0', fraction = ''] = percent.split('.');
  return `${whole}.${fraction.padEnd(places, '0')}`;
}

/** A piece of a bar, in hundredths of a percent of its length: for drawing only. */
type Segment = { start: number; length: number };

/** The positions of the parts of a whole along a bar. A part too small to see gets a minimum width. */
export function segmentsOf(parts: readonly Decimal[], whole: Decimal): Segment[] {
  const smallest = 40;
  const lengths = parts.map((part) => {
    const share = shareOf(part, whole);
    return share === undefined || isZero(part) ? 0 : Math.max(smallest, Number(share.percent) * 100);
  });
  const total = lengths.reduce((length, next) => length + next, 0);
  let start = 0;
  return lengths.map((length) => {
    const segment = { start, length: total === 0 ? 0 : (length / total) * 10_000 };
    start += segment.length;
    return segment;
  });
}
