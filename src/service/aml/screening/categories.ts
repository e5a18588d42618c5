/** How bad funds of a category are: the reason for the floors of the score. */
export type Severity = 'severe' | 'high' | 'medium' | 'low';

type CategoryFacts = {
  /** Points of the score for funds that are wholly of this category, 0 to 100. */
  readonly weight: number;
  readonly severity: Severity;
  /** Shown to readers of a report and authors of a list of labels. */
  readonly meaning: string;
};

/**
 * What the owner of an address can be: a closed list. Weights and severities are part of the method: a change of one
 * needs a new `methodVersion`, and docs/aml-method.md repeats them.
 */
export const categories = {
  sanctions: { weight: 100, severity: 'severe', meaning: 'Person or group on a sanctions list' },
  'terrorism financing': { weight: 100, severity: 'severe', meaning: 'Collects or pays for terrorism' },
  'child abuse material': { weight: 100, severity: 'severe', meaning: 'Sells or buys such material' },
  ransomware: { weight: 95, severity: 'severe', meaning: 'Receives ransoms' },
  'stolen funds': { weight: 90, severity: 'severe', meaning: 'Proceeds of a theft or an exploit' },
  'darknet market': { weight: 90, severity: 'severe', meaning: 'Market for illegal goods' },
  scam: { weight: 85, severity: 'high', meaning: 'Fraud on investors or customers' },
  mixer: { weight: 80, severity: 'high', meaning: 'Service that hides where funds come from' },
  'illegal service': { weight: 80, severity: 'high', meaning: 'Sells what is illegal, but no market' },
  'high risk exchange': { weight: 60, severity: 'high', meaning: 'Exchange without identity checks' },
  gambling: { weight: 50, severity: 'medium', meaning: 'Casino, betting' },
  atm: { weight: 45, severity: 'medium', meaning: 'Operator of crypto cash machines' },
  bridge: { weight: 30, severity: 'medium', meaning: 'Moves funds between networks; the trail ends' },
  'p2p exchange': { weight: 30, severity: 'medium', meaning: 'Market where people trade with each other' },
  otc: { weight: 25, severity: 'medium', meaning: 'Broker of large trades' },
  defi: { weight: 15, severity: 'low', meaning: 'Decentralised exchange or lending contract' },
  wallet: { weight: 10, severity: 'low', meaning: 'Custodial wallet service' },
  'payment processor': { weight: 10, severity: 'low', meaning: 'Takes payments for merchants' },
  merchant: { weight: 5, severity: 'low', meaning: 'Sells goods or services' },
  exchange: { weight: 5, severity: 'low', meaning: 'Exchange that identifies its customers' },
  mining: { weight: 0, severity: 'low', meaning: 'Newly mined coins, mining pool, staking' },
} as const satisfies Record<string, CategoryFacts>;

export type Category = keyof typeof categories;

export const categoryNames = Object.keys(categories) as readonly Category[];

export function isCategory(text: string): text is Category {
  return Object.hasOwn(categories, text);
}

/** A trail that ends without a labeled address: named in a report like a category, and weighed like one. */
export const residuals = {
  'unknown wallet / otc / service': {
    weight: 15,
    severity: 'low',
    meaning: 'Address without a label and without further history',
  },
  'small transactions': {
    weight: 10,
    severity: 'low',
    meaning: 'Senders of too small a share to be followed',
  },
  'maximum depth reached': {
    weight: 15,
    severity: 'low',
    meaning: 'History that goes on beyond the last hop',
  },
  'tracing limit reached': {
    weight: 15,
    severity: 'low',
    meaning: 'Senders beyond the number that is followed at a hop',
  },
} as const satisfies Record<string, CategoryFacts>;

export type Residual = keyof typeof residuals;

export type FundingType = Category | Residual;

export function isResidual(text: string): text is Residual {
  return Object.hasOwn(residuals, text);
}

export function factsOf(type: FundingType): CategoryFacts {
  return isResidual(type) ? residuals[type] : categories[type];
}
