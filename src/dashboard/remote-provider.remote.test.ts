import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { parseListQuery } from '#contract/list-address.ts';
import { ApiError } from './lib/api-error.ts';
import { drawAs } from './lib/drawing.ts';
import { forgetProviderLimits } from './api/provider-limits.ts';
import { idOfNumber, oddities, type Oddity } from '../testing-provider-oddities.ts';
import { transactions } from './entities/transactions/transactions.queries.ts';
import {
  exportOf,
  idsOf,
  fetchEverything,
  readPagesOnly,
  readWhole,
  type Shown,
} from './testing-remote-reads.ts';

// Every page's reads, through a real gateway over HTTP, in front of a provider with one fault or many. Whatever is shown
// must be what our own service says, or be said to be not available.

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with the library's.
  interface ProvidedContext {
    remoteConsole: { controlUrl: string; token: string };
  }
}

const { controlUrl, token } = inject('remoteConsole');
const signal = new AbortController().signal;
const browserFetch = globalThis.fetch;

let base = '';
let cookie = '';

/** What a browser adds to a request of the dashboard. */
vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
  const headers = { ...(init.headers as Record<string, string>), cookie, origin: base };
  return await browserFetch(base + path, { ...init, headers });
});

async function start(faults: object): Promise<void> {
  const answer = await browserFetch(controlUrl, { method: 'POST', body: JSON.stringify(faults) });
  ({ url: base } = (await answer.json()) as { url: string });
  forgetProviderLimits();
  const signedIn = await browserFetch(`${base}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify({ token }),
  });
  expect(signedIn.status).toBe(200);
  cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0] ?? '')
    .join('; ');
}

let truth = new Map<string, Shown>();

beforeAll(async () => {
  // All that is compared is read as of one moment: more transactions become late meanwhile.
  const at = Date.now();
  drawAs(() => ({ at }));
  await start({});
  truth = await fetchEverything();
});

afterAll(() => drawAs(() => undefined));

beforeEach(() => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- what every comparison stands on
  expect(missingOnes(truth)).toEqual([]);
});

const isLong = process.env['LONG_TESTS'] === '1';
const cap = (beyond: 'capped' | 'refused') => ({ largestPage: { rows: 100, beyond } });
/** All quirks in two groups: of times and envelopes, a provider has one kind. */
const groupOf = (...others: Oddity[]) => oddities.filter((quirk) => !others.includes(quirk));
const quirks = groupOf('times in milliseconds', 'times as HTTP dates', 'one envelope too many');
const otherQuirks = groupOf('times in seconds', 'times as HTTP dates', 'one envelope too few');

/** Each quirk beside those only that change something else, and in the long tests alone. */
const fewQuirks: Oddity[][] = isLong
  ? oddities.map((quirk) => [quirk])
  : [0, 1, 2, 3].map((group) => oddities.filter((_, index) => index % 4 === group));

const sorting = ['sort_by', 'sort_direction'];
const dates = ['created_from', 'created_to'];
const publishedFilters = ['status', 'direction'];
const noCreating = { missingOperations: ['testKey', 'createWithdrawalRequest'] };

/** In a short run they differ together with others, in the tests of what shows all that our own service shows. */
const alone: [name: string, faults: object][] = [
  ['unpublished parameters ignored', { unpublishedParameters: 'ignored' }],
  ['unpublished parameters refused', { unpublishedParameters: 'refused' }],
  ['pages of at most 100, capped', cap('capped')],
  ['pages of at most 100, refused', cap('refused')],
  ['sort ignored', { ignoredParameters: sorting }],
  ['dates ignored', { ignoredParameters: dates }],
  ['published filters ignored', { ignoredParameters: publishedFilters }],
  ['page size ignored', { ignoredParameters: ['limit'] }],
  ['no GET /test and no way to create a request', noCreating],
];

const switches: [name: string, faults: object][] = [
  ...(isLong ? alone : []),
  ['offset ignored', { ignoredParameters: ['offset'] }],
  [
    'page size ignored, no GET /test and no way to create a request',
    { ignoredParameters: ['limit'], ...noCreating },
  ],
  ...fewQuirks.map((few): [string, object] => [few.join(', '), { oddities: few }]),
  ['every quirk', { oddities: quirks }],
  [
    'everything ignored and every quirk',
    {
      unpublishedParameters: 'ignored',
      ignoredParameters: ['offset', ...sorting, ...dates, ...publishedFilters],
      oddities: quirks,
      ...noCreating,
      ...cap('capped'),
    },
  ],
  [
    'everything refused and every quirk but a missing count',
    {
      unpublishedParameters: 'refused',
      oddities: otherQuirks.filter((quirk) => quirk !== 'count missing'),
      missingOperations: ['testKey'],
      ...cap('refused'),
    },
  ],
];

it.each(switches)('shows nothing false with a provider with %s', async (_name, faults) => {
  await start(faults);
  const seen = await (hasFewQuirks(faults) ? readPagesOnly() : fetchEverything());
  expect(falseOnes(seen, faults)).toEqual({});
});

/** What is shown, and isn’t what our own service says. */
function falseOnes(seen: ReadonlyMap<string, Shown>, faults: object): Record<string, Shown> {
  const text = JSON.stringify(faults);
  // What a provider leaves out of its rows, or writes in another way, is so in the file as well.
  const isOddInFiles = /withdrawals with|ids as|times/.test(text);
  const isLongPage = text.includes('"limit"');
  const wrong = [...seen].filter(([name, shown]) => {
    if (isOddInFiles && /^export .* rows$/.test(name)) return false;
    const right = truth.get(name);
    return (
      'value' in shown &&
      !isSame(withoutNumbers(shown.value), right && 'value' in right && right.value, isLongPage)
    );
  });
  return Object.fromEntries(wrong);
}

const missingOnes = (seen: ReadonlyMap<string, Shown>) => [...seen].filter(([, shown]) => 'missing' in shown);

function hasFewQuirks(faults: { oddities?: Oddity[] }): boolean {
  return faults.oddities !== undefined && fewQuirks.includes(faults.oddities);
}

/** IDs as numbers are compared as the IDs that they stand for. */
const withoutNumbers = (shown: unknown): unknown =>
  Array.isArray(shown) ? shown.map((one) => (typeof one === 'string' ? idOfNumber(one) : one)) : shown;

/** A page may be cut to 100 rows, or have more than were asked for: they are those of the list anyway. */
function isSame(shown: unknown, right: unknown, isLongPage: boolean): boolean {
  if (!Array.isArray(shown) || !Array.isArray(right)) return JSON.stringify(shown) === JSON.stringify(right);
  const isCut = shown.length === 100 && right.length > 100;
  const got: unknown[] = isLongPage ? shown.slice(0, right.length) : shown;
  return JSON.stringify(got) === JSON.stringify(isCut ? right.slice(0, 100) : right);
}

const covered: [name: string, faults: object][] = [
  ...(isLong
    ? [
        [
          'unpublished parameters refused and pages capped',
          { unpublishedParameters: 'refused', ...cap('capped') },
        ] satisfies [string, object],
      ]
    : []),
  ['unpublished parameters ignored and pages capped', { unpublishedParameters: 'ignored', ...cap('capped') }],
  ['unpublished parameters and long pages refused', { unpublishedParameters: 'refused', ...cap('refused') }],
  [
    'sort, dates and published filters ignored',
    { ignoredParameters: [...sorting, ...dates, ...publishedFilters] },
  ],
];

it.each(covered)(
  'does what the provider does not, and shows all that our own service shows, with %s',
  async (_name, faults) => {
    await start(faults);
    const seen = await fetchEverything();
    expect(missingOnes(seen)).toEqual([]);
    expect(falseOnes(seen, faults)).toEqual({});
  },
);

it('names the filter that was ignored or refused, and why a number is missing, where not all rows can be read', async () => {
  await start({ unpublishedParameters: 'ignored', ignoredParameters: ['offset'], ...cap('capped') });
  const ignoring = await fetchEverything();
  const ignored = 'This provider ignored the filter Network.';
  expect(ignoring.get('transactions?network=trx rows')).toEqual({ missing: ignored });
  expect(ignoring.get('transactions?network=trx count')).toEqual({ missing: ignored });
  expect(ignoring.get('transactions? count')).toEqual(truth.get('transactions? count'));
  expect(ignoring.get('addresses to check')).toEqual({
    missing: expect.stringMatching(
      /^This provider ignored the filter Network\..* No addresses were collected\.$/,
    ),
  });
  expect(ignoring.get('movement BTC')).toEqual({
    missing: expect.stringMatching(/^This provider ignored the filter Currency\./),
  });
  await start({ unpublishedParameters: 'refused', ignoredParameters: ['offset'], ...cap('capped') });
  const refusing = await readPagesOnly();
  const refused = 'This provider refused the filter Network: “unknown parameter”.';
  expect(refusing.get('transactions?network=trx rows')).toEqual({ missing: refused });
  expect(refusing.get('transactions? rows')).toEqual(truth.get('transactions? rows'));
});

it('says in an export and beside sums that the console applied the filter', async () => {
  await start({ unpublishedParameters: 'ignored', ...cap('capped') });
  const { header, hash } = await exportOf('transactions', { network: 'eth', status: 'completed' });
  expect(header).toMatchObject({ complete: true, filtered_by_console: ['network'] });
  expect(header.rows_expected).toBe(header.rows_written);
  expect(header.notes[0]).toMatch(
    /^This provider can’t filter by network\. The console read all [\d,]+ transactions to do it\.$/,
  );
  const name = 'transactions {"network":"eth","status":"completed"}';
  expect({ value: hash }).toEqual(truth.get(`export ${name} rows`));
  const seen = new Map<string, Shown>();
  await readWhole(seen);
  expect(seen.get(`sums ${name}`)).toEqual(truth.get(`sums ${name}`));
});

it('exports and adds up a list with rows of another kind without them, and says so', async () => {
  await start({ oddities: ['rows of another kind'] });
  const { header, hash } = await exportOf('transactions', {});
  expect(header).toMatchObject({ complete: true, problems: [] });
  expect(header.notes.join(' ')).toMatch(/ \d+ rows of another kind were left out\.$/);
  expect({ value: hash }).toEqual(truth.get('export transactions {} rows'));
  const seen = new Map<string, Shown>();
  await readWhole(seen);
  expect(seen.get('sums transactions {}')).toEqual(truth.get('sums transactions {}'));
  expect(seen.get('all wallets')).toEqual(truth.get('all wallets'));
});

it('shows every row of a list whose pages are cut, and never the same one twice', async () => {
  for (const beyond of ['capped', 'refused'] as const) {
    await start(cap(beyond));
    const walked: unknown[] = [];
    for (let offset = 0; ;) {
      const query = parseListQuery(transactions.schema, new URLSearchParams({ limit: '300' }));
      const { rows, count, pageSize } = await transactions.read({ ...query, offset }, signal);
      walked.push(...idsOf(rows));
      offset += pageSize;
      if (count === null || offset >= count) break;
    }
    expect(new Set(walked).size).toBe(walked.length);
    expect({ value: walked.length }).toEqual(truth.get('transactions? count'));
  }
});

it.each([
  ['seconds, and one envelope too few', quirks],
  ['milliseconds, and one envelope too many', otherQuirks],
])('finds every value again with a provider that only answers oddly, in %s', async (_name, group) => {
  const faults = {
    oddities: group.filter((quirk) => !/missing|without|shortened|another kind/.test(quirk)),
    ...cap('capped'),
  };
  await start(faults);
  const seen = await fetchEverything();
  expect(missingOnes(seen)).toEqual([]);
  expect(falseOnes(seen, faults)).toEqual({});
});

it('recognizes a failure despite the quirks', async () => {
  await start({ oddities: quirks });
  cookie = '';
  await expect(
    transactions.read(parseListQuery(transactions.schema, new URLSearchParams()), signal),
  ).rejects.toThrow(ApiError);
});
