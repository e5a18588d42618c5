import { decimal } from '#domain/decimal.ts';
import { currencies, currencyFactsOf } from '#domain/networks.ts';
import { recordOf } from '#domain/record-of.ts';
import type { Severity } from './categories.ts';

/**
 * Named in every report. A change of a weight, a limit, a price or a rule needs a new version and a note in
 * docs/aml-method.md, because a report must be explicable years later.
 */
export const methodVersion = '1.1';

export const limits = {
  /** How many payments back funds are followed. */
  hops: 5,
  /** At each hop, the addresses with the largest shares are followed, at most so many. */
  addressesPerHop: 250,
  /** At each address, the newest so many incoming payments are read … */
  transfersPerAddress: 10_000,
  /** … and fewer where a hop has many addresses: so many for all of them together, divided equally. */
  transfersPerHop: 25_000,
  /** In hundredths of a percent of the subject's funds: an unlabeled sender below it is not followed. */
  smallShare: 10,
  /** How many sources a report names, severe ones first; the others are grouped by category. */
  sourcesNamed: 50,
  /** For the subject itself, the newest so many payments each way are counted and added up. */
  transfersCounted: 100_000,
} as const;

export type Limits = { readonly [Name in keyof typeof limits]: number };

/**
 * What one unit is worth in US dollars, for weighing several currencies of one address against each other and
 * for nothing else. Round figures that change with the method, so that a report does not change with a market. The price of
 * a currency that is new changes no earlier report, so it needs no new version.
 */
export const referencePrices = recordOf(currencies, (currency) =>
  decimal(currencyFactsOf(currency).referencePrice),
);

/** The share of severe funds, in hundredths of a percent, from which the score is at least so much. */
export const severeFloors = [
  { share: 2_500, score: 75 },
  { share: 500, score: 50 },
  { share: 100, score: 25 },
] as const;

/** The score from which a report mentions it. */
export const riskLevels: readonly { from: number; level: Severity; text: string }[] = [
  { from: 75, level: 'severe', text: 'Severe risk' },
  { from: 50, level: 'high', text: 'High risk' },
  { from: 25, level: 'medium', text: 'Medium risk' },
  { from: 0, level: 'low', text: 'Low risk' },
];
