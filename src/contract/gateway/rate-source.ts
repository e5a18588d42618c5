import * as z from 'zod/mini';
import { permissionFailure, signedInChangeFailures, signedInFailures } from '../failures.ts';
import { lineOfText } from '../fields.ts';
import { operation } from '../operation.ts';

const LONGEST_URL = 2048;
const urlMessage = 'Enter a URL that starts with https://, without a user name, a password or a fragment.';
/** Over http as well: the sandbox may read from its own machine. */
const webAddress = /^https?:\/\/[^\s/?#@\\]+(?:[/?][^\s#]*)?$/i;

/** The URL may contain a key of its owner, so only its host is shown. */
const rateSource = z.object({
  /** Null: no URL is set, and nothing is requested. */
  host: z.nullable(z.string()),
  /** ISO 8601. This and all others are null where no URL is set, or until it happens. */
  changed_at: z.nullable(z.string()),
  changed_by: z.nullable(z.string()),
  /** ISO 8601: the last request. */
  tried_at: z.nullable(z.string()),
  /** Why it failed, as a sentence; null: it didn't. */
  failure: z.nullable(z.string()),
  /** ISO 8601: the last request that didn't fail, and how many rates it brought. */
  read_at: z.nullable(z.string()),
  rates_read: z.nullable(z.int()),
  /** ISO 8601: the next request. */
  next_at: z.nullable(z.string()),
});

export type RateSourceState = z.output<typeof rateSource>;

const path = '/console/settings/rate-source';
const tag = 'Exchange rates';
const changing = {
  permission: 'wallets:write',
  consolePermission: 'rules:write',
  isAccountWide: true,
} as const;

export const readRateSource = operation({
  id: 'readRateSource',
  method: 'GET',
  path,
  tag,
  summary: 'From where the account’s exchange rates are read once a day, and how that went',
  permission: 'balances:read',
  query: z.strictObject({}),
  data: z.object({ source: rateSource }),
  failures: [permissionFailure, ...signedInFailures],
});

/** The server requests the URL itself, so whoever changes it proves who they are. */
export const changeRateSource = operation({
  id: 'changeRateSource',
  method: 'PUT',
  path,
  tag,
  summary: 'Read exchange rates from a URL once a day, or no longer',
  needsReauthentication: true,
  ...changing,
  body: z.strictObject({
    /** Null: from none. */
    url: z.nullable(lineOfText(LONGEST_URL, { what: 'a URL' }).check(z.regex(webAddress, urlMessage))),
  }),
  data: z.object({ source: rateSource }),
  failures: [...signedInChangeFailures, permissionFailure],
});

/** Answers once it is done. A failure is in `source`. */
export const fetchRates = operation({
  id: 'fetchRates',
  method: 'POST',
  path: `${path}/read`,
  tag,
  summary: 'Read the exchange rates of the URL now',
  ...changing,
  body: z.strictObject({}),
  data: z.object({ source: rateSource }),
  failures: [
    ...signedInChangeFailures,
    permissionFailure,
    { status: 404, errorCode: 'not_found', when: 'No URL is set' },
  ],
});

export const rateSourceOperations = [readRateSource, changeRateSource, fetchRates] as const;
