/** What amounts can be valued in. */
export const valueCurrencies = ['USD', 'EUR'] as const;

export type ValueCurrency = (typeof valueCurrencies)[number];

/** Currencies that can count as 1 USD, if an account's administrator says so. */
export const stablecoins = ['USDT', 'USDC'] as const;

/** Where a rate comes from. `rule`: the administrator counts a stablecoin as 1 USD. */
export const rateSources = ['file', 'url', 'exchange', 'rule'] as const;

export type RateSource = (typeof rateSources)[number];
