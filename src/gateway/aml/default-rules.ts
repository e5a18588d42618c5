import type { AmlRules } from '#contract/gateway/aml-rules.ts';
import { type Band, isAboutSanctions } from '#domain/aml/bands.ts';

const severities: AmlRules['severities'] = {
  sanctions: 'severe',
  'terrorism financing': 'severe',
  'child abuse material': 'severe',
  ransomware: 'severe',
  'stolen funds': 'severe',
  'darknet market': 'severe',
  scam: 'high',
  mixer: 'high',
  'illegal service': 'high',
  'high risk exchange': 'high',
  gambling: 'medium',
  atm: 'medium',
  bridge: 'medium',
  'p2p exchange': 'medium',
  otc: 'medium',
  defi: 'low',
  wallet: 'low',
  'payment processor': 'low',
  merchant: 'low',
  exchange: 'low',
  mining: 'low',
  'unknown wallet / otc / service': 'unknown',
  'small transactions': 'unknown',
  'maximum depth reached': 'unknown',
  'tracing limit reached': 'unknown',
};

/**
 * In percent of the funds, from docs/aml-method.md: a payment below the first is too small to be followed, and funds
 * of severe categories raise the score from the second on.
 */
const SMALL_SHARE = '0.1';
const LOWEST_FLOOR = '1';
/** This applies there as well: a report that is mostly (more than half) unknown says that nothing is known. */
const MOSTLY_UNKNOWN = '50';

/** For an account that has changed nothing: the thresholds, severities and minimum shares of docs/aml-method.md. */
export const defaultAmlRules: AmlRules = {
  thresholds: { medium: '25', high: '50', severe: '75' },
  severities,
  minimum_shares: defaultMinimumShares(severities),
  unknown_share: MOSTLY_UNKNOWN,
  recent_days: 30,
};

/** Minimum shares of categories that raise the rating; the others need none. */
export function defaultMinimumShares(all: Readonly<Record<string, Band>>): AmlRules['minimum_shares'] {
  const raising = Object.entries(all).filter(([, severity]) => severity !== 'low' && severity !== 'unknown');
  return Object.fromEntries(
    raising.map(([name]) => [
      name,
      isAboutSanctions(name)
        ? { direct: '0', indirect: SMALL_SHARE }
        : { direct: SMALL_SHARE, indirect: LOWEST_FLOOR },
    ]),
  );
}
