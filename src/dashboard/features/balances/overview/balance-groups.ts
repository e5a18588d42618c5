import { type Decimal, isNegative } from '#domain/decimal.ts';
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
import { roundedSum, type Share, shareOf } from './shares.ts';

export type ShownLine = BalanceLine & {
  /** Of what the account has available of this currency, over all types and networks. */
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
