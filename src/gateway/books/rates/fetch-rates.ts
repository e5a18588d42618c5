import { request } from 'undici';
import * as z from 'zod/mini';
import { LARGEST_RATES_FILE, MOST_RATES } from '#contract/gateway/exchange-rates.ts';
import { formatCount, formatInteger } from '#domain/format.ts';
import { ExactNumber, parseJson } from '#domain/json.ts';
import type { Instant } from '#domain/time.ts';
import {
  objectionToUrl,
  requestFailureMessage,
  statusMessage,
  type UrlObjection,
  userUrlAgent,
  type UserUrlRules,
} from '#http/user-url.ts';
import { type NewRate, parseRate, rateKey } from './new-rate.ts';

/** `allowLoopback`: whether rates may be read from this machine, over http too. */
export type FetchRules = UserUrlRules & { timeoutMs?: number | undefined };

/** `failure`: why there are no rates, as a sentence. */
export type FetchedRates = { ok: true; rates: NewRate[] } | { ok: false; failure: string };

const DEFAULT_TIMEOUT_MS = 10_000;

const objections = {
  loopback: 'Enter the URL of another machine. Rates aren’t read from this one.',
  'not https': 'Enter a URL that starts with https://.',
  private: 'Enter a public URL. Rates aren’t read from private networks.',
} as const satisfies Record<UrlObjection, string>;

const privateMessage = 'It leads to an address of a private network, from which rates aren’t read.';

/** Why rates can't be read from there, for the person who enters it; undefined: they can, as far as the text tells. */
export function objectionToRateUrl(url: URL, rules: FetchRules): string | undefined {
  const objection = objectionToUrl(url, rules);
  return objection && objections[objection];
}

/**
 * Requests rates once: over https, from no address of a private network, without following redirects, with a limit of time
 * and size. Of a response with anything wrong nothing is used. Never throws what a server does.
 */
export async function fetchRates(address: string, rules: FetchRules, now: Instant): Promise<FetchedRates> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = rules;
  const url = new URL(address);
  // The rules may have changed since it was entered.
  if (objectionToRateUrl(url, rules) !== undefined) return failed(privateMessage);
  const agent = userUrlAgent(url, { maxResponseSize: LARGEST_RATES_FILE });
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const { statusCode: status, body } = await request(url, {
      dispatcher: agent,
      signal: timeout,
      headers: { accept: 'application/json', 'user-agent': 'wallet-console' },
    });
    if (status !== 200) {
      body.on('error', () => undefined).destroy();
      return failed(statusMessage(status));
    }
    return parseRates(await body.text(), now);
  } catch (error) {
    return failed(
      timeout.aborted
        ? `It didn’t respond within ${formatCount(timeoutMs / 1000, 'second')}.`
        : requestFailureMessage(error, privateMessage),
    );
  } finally {
    await agent.destroy();
  }
}

const responseSchema = z.strictObject({ rates: z.array(z.unknown()) });
const rateSchema = z.strictObject({
  currency: z.string(),
  quote: z.string(),
  rate: z.union([z.string(), z.number(), z.instanceof(ExactNumber)]),
  at: z.string(),
});

/** Parses a response in the format of docs/value.md. */
export function parseRates(text: string, now: Instant): FetchedRates {
  const response = responseSchema.safeParse(jsonOf(text));
  if (!response.success) return failed('Its response isn’t a JSON object with a list of rates alone.');
  const { rates: listed } = response.data;
  if (listed.length > MOST_RATES) {
    return failed(
      `Its response has ${formatInteger(listed.length)} rates. ${formatInteger(MOST_RATES)} can be read at once.`,
    );
  }
  const rates = new Map<string, NewRate>();
  for (const [index, each] of listed.entries()) {
    const fields = rateSchema.safeParse(each);
    const place = `Rate ${formatInteger(index + 1)} of its response`;
    if (!fields.success) {
      return failed(
        `${place} doesn’t have the text fields currency, quote and at, and a rate, and nothing else.`,
      );
    }
    const { rate } = fields.data;
    const read = parseRate(
      { ...fields.data, rate: rate instanceof ExactNumber ? rate.source : String(rate) },
      now,
    );
    if (!read.ok) return failed(`${place} is invalid: ${read.problem}`);
    const key = rateKey(read.rate);
    if (rates.has(key)) return failed(`${place} is for the same pair and moment as an earlier one.`);
    rates.set(key, read.rate);
  }
  return { ok: true, rates: [...rates.values()] };
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function failed(failure: string): FetchedRates {
  return { ok: false, failure };
}
