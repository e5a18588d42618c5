import * as z from 'zod/mini';
import { msBetween } from '#domain/time.ts';
import { rateSources, valueCurrencies } from '#domain/value-currencies.ts';
import { textAmount } from '../amounts.ts';
import {
  permissionFailure,
  signedInChangeFailures,
  signedInFailures,
  validationFailure,
} from '../failures.ts';
import {
  limit,
  lineOfText,
  momentParameter,
  offset,
  oneOf,
  requiredMessage,
  trueOrFalse,
} from '../fields.ts';
import { operation } from '../operation.ts';

/** How many rates a file, or the response of a URL, can have. */
export const MOST_RATES = 10_000;
/** The longest file or response, in bytes. */
export const LARGEST_RATES_FILE = 1_000_000;
/** In JSON, a line break or a quote takes two bytes. */
const LARGEST_BODY = 2 * LARGEST_RATES_FILE + 64 * 1024;
const MOST_CURRENCIES = 100;
const MOST_SUPERSEDED = 300;
/** The longest period in which gaps are looked for, in days. */
const MOST_GAP_DAYS = 400;

export const recordedSources = rateSources.filter((source) => source !== 'rule');

/** A rate as it was recorded. */
const exchangeRate = z.object({
  id: z.string(),
  /** One unit of it is `rate` units of `quote`. */
  currency: z.string(),
  /** `USD` or `EUR`; for rates of exchanges, the stablecoin. */
  quote: z.string(),
  rate: textAmount,
  /** ISO 8601: the moment that the rate is of. */
  at: z.string(),
  source: z.enum(recordedSources),
  /** The file's name, the URL's host or the exchange's transaction ID. */
  origin: z.string(),
  /** ISO 8601. */
  recorded_at: z.string(),
  /** The name of the user or API key; null where the wallet service does not tell, and for the daily job. */
  recorded_by: z.nullable(z.string()),
  /** ISO 8601: from then on the value no longer counted; null while it does. */
  superseded_at: z.nullable(z.string()),
  superseded_by: z.nullable(z.string()),
});

export type ExchangeRate = z.output<typeof exchangeRate>;

const rateStep = z.object({
  currency: z.string(),
  quote: z.string(),
  rate: textAmount,
  /** ISO 8601: the moment that the rate is of. */
  at: z.string(),
  /** `rule`: the account counts a stablecoin as 1 USD. */
  source: z.enum(rateSources),
  origin: z.nullable(z.string()),
  /** Whether amounts are divided by the rate. */
  is_inverse: z.boolean(),
});

/** Which rates the account uses at a moment. */
const ratesAt = z.object({
  quote: z.enum(valueCurrencies),
  /** ISO 8601. */
  at: z.string(),
  /** Older rates aren't used. */
  max_age_days: z.int(),
  stablecoins_as_usd: z.boolean(),
  rates: z.array(
    z.object({
      currency: z.string(),
      /** The way from the currency to `quote`; empty for the quote itself, null where there is no rate. */
      steps: z.nullable(z.array(rateStep)),
    }),
  ),
});

const currenciesMessage = `must be 1 to ${MOST_CURRENCIES} currencies, separated by commas`;

/** Such as `BTC,USDT`. */
const currencies = z
  .string({ error: currenciesMessage })
  .check(
    z.regex(
      new RegExp(String.raw`^[\w.-]{1,16}(?:,[\w.-]{1,16}){0,${MOST_CURRENCIES - 1}}$`),
      currenciesMessage,
    ),
  );

const quote = oneOf(valueCurrencies);

const path = '/console/exchange-rates';
const tag = 'Exchange rates';
const readFailures = [permissionFailure, validationFailure, ...signedInFailures] as const;
/** As for the account's other settings: a key that may only look must not decide what colleagues see. */
const changing = {
  permission: 'wallets:write',
  consolePermission: 'rules:write',
  isAccountWide: true,
} as const;
const changeFailures = [...signedInChangeFailures, permissionFailure] as const;

export const rateStates = ['current', 'all'] as const;

export const listExchangeRates = operation({
  id: 'listExchangeRates',
  method: 'GET',
  path,
  tag,
  summary: 'The account’s exchange rates, the latest first',
  permission: 'balances:read',
  query: z.strictObject({
    currency: z.optional(lineOfText(16)),
    source: z.optional(oneOf(recordedSources)),
    /** `all`: values that no longer count, too. */
    state: z._default(oneOf(rateStates), 'current'),
    limit: limit(100),
    offset,
  }),
  data: z.object({ count: z.int(), rates: z.array(exchangeRate) }),
  failures: readFailures,
});

export const readRates = operation({
  id: 'readRates',
  method: 'GET',
  path: `${path}/at`,
  tag,
  summary: 'Which rates the account uses at a moment',
  permission: 'balances:read',
  query: z.strictObject({
    quote,
    /** Default: now. */
    at: z.optional(momentParameter('to')),
    /** Uses only what was known at this moment. Default: all that is known now. */
    known_at: z.optional(momentParameter('to')),
    /** Default: all currencies that have a rate. */
    currencies: z.optional(currencies),
  }),
  data: ratesAt,
  failures: readFailures,
});

export const findRateGaps = operation({
  id: 'findRateGaps',
  method: 'GET',
  path: `${path}/gaps`,
  tag,
  summary: 'On which days currencies have no rate',
  permission: 'balances:read',
  query: z
    .strictObject({
      quote,
      /** Default: those that the account holds now, by what the wallet service says. */
      currencies: z.optional(currencies),
      from: momentParameter('from'),
      /** Exclusive. */
      to: momentParameter('from'),
    })
    .check(
      z.refine(({ from, to }) => from < to, { path: ['to'], error: 'must be after from' }),
      z.refine(({ from, to }) => msBetween(from, to) <= MOST_GAP_DAYS * 86_400_000, {
        path: ['to'],
        error: `must be at most ${MOST_GAP_DAYS} days after from`,
      }),
    ),
  data: z.object({
    /** The currencies that were looked at. */
    currencies: z.array(z.string()),
    /** Those of them that lack a rate on some day, in the same order. */
    gaps: z.array(
      z.object({
        currency: z.string(),
        /** Days in UTC, such as `2026-10-31`, the first and the last one included. */
        ranges: z.array(z.object({ from: z.string(), to: z.string() })),
      }),
    ),
  }),
  failures: [
    ...readFailures,
    { status: 502, errorCode: 'request', when: 'The wallet service didn’t say what the account holds' },
  ],
});

const ratesFile = {
  name: lineOfText(128, { what: 'the name of the file' }),
  /** CSV with the columns date (or at), currency, quote and rate. */
  text: z.string({ error: requiredMessage }),
};

const counts = {
  /** Values for moments that had none. */
  added: z.int(),
  /** Values that differ from those that the account has for these moments. */
  replaced: z.int(),
  /** Values that the account has already. */
  unchanged: z.int(),
};

const ratesPreview = z.object({
  ...counts,
  /** What is wrong, by the number of the line; at most 100. With any, nothing can be uploaded. */
  problems: z.array(z.object({ line: z.int(), problem: z.string() })),
  problem_count: z.int(),
  /** What the file has, by pair. */
  pairs: z.array(
    z.object({
      currency: z.string(),
      quote: z.string(),
      rates: z.int(),
      /** ISO 8601. */
      first_at: z.string(),
      last_at: z.string(),
    }),
  ),
  /** Values that would be replaced; at most 20. */
  replacements: z.array(
    z.object({
      currency: z.string(),
      quote: z.string(),
      at: z.string(),
      rate: textAmount,
      new_rate: textAmount,
    }),
  ),
});

export type RatesPreview = z.output<typeof ratesPreview>;

export const previewRates = operation({
  id: 'previewRates',
  method: 'POST',
  isReading: true,
  path: `${path}/preview`,
  tag,
  summary: 'What uploading a file of rates would do',
  permission: 'balances:read',
  body: z.strictObject(ratesFile),
  maximumBodyBytes: LARGEST_BODY,
  data: ratesPreview,
  failures: changeFailures,
});

/** Records all of the file or nothing. Values that are replaced are kept as superseded. */
export const uploadRates = operation({
  id: 'uploadRates',
  method: 'POST',
  path,
  tag,
  summary: 'Record the exchange rates of a file',
  ...changing,
  body: z.strictObject({
    ...ratesFile,
    /** Whether values of the file take the place of different ones for the same moments. */
    replace: trueOrFalse,
  }),
  maximumBodyBytes: LARGEST_BODY,
  data: z.object(counts),
  failures: [
    ...changeFailures,
    {
      status: 400,
      errorCode: 'request',
      when: 'The file has invalid lines, so nothing was recorded. data maps “line 3” to its problem',
    },
    {
      status: 409,
      errorCode: 'request',
      when: 'The file has other values than the account for some moments, and `replace` is false',
    },
  ],
});

/** The values stay readable as superseded. */
export const supersedeRates = operation({
  id: 'supersedeRates',
  method: 'POST',
  path: `${path}/supersede`,
  tag,
  summary: 'No longer use some exchange rates',
  ...changing,
  body: z.strictObject({
    ids: z
      .array(z.string().check(z.regex(/^rate_[0-9a-f]{24}$/, 'must be the ID of a rate')))
      .check(
        z.minLength(1, requiredMessage),
        z.maxLength(MOST_SUPERSEDED, `at most ${MOST_SUPERSEDED} rates`),
      ),
  }),
  data: z.object({ superseded: z.int() }),
  failures: [
    ...changeFailures,
    { status: 404, errorCode: 'not_found', when: 'The account has none of the rates in use' },
  ],
});

/** Reads what the wallet service lists, with the caller's API key, the latest first. */
export const collectExchangeRates = operation({
  id: 'collectExchangeRates',
  method: 'POST',
  path: `${path}/from-exchanges`,
  tag,
  summary: 'Record the rates of the account’s completed exchanges with USDT and USDC',
  permission: 'exchanges:read',
  consolePermission: 'rules:write',
  isAccountWide: true,
  body: z.strictObject({}),
  data: z.object({
    /** Rates that weren't recorded before. */
    added: z.int(),
    /** Exchanges that were read. */
    read: z.int(),
    /** Whether all of them were read, or all since those that are recorded. */
    is_complete: z.boolean(),
  }),
  failures: [
    ...changeFailures,
    { status: 502, errorCode: 'request', when: 'The wallet service didn’t list its exchanges' },
  ],
});

export const exchangeRateOperations = [
  listExchangeRates,
  readRates,
  findRateGaps,
  previewRates,
  uploadRates,
  supersedeRates,
  collectExchangeRates,
] as const;
