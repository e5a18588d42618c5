import { expect, inject, it } from 'vitest';
import { type Capability, readCapabilities } from '#contract/gateway/capabilities.ts';

// What the gateway finds out about a provider with one difference each, over HTTP.

const { controlUrl, token } = inject('remoteConsole');

type Faults = Readonly<Record<string, unknown>>;

type Found = { capabilities: Capability[]; is_looking: boolean; problem: string | null };

/** Looks at a provider with these faults, and returns what was found. */
async function lookAt(faults: Faults): Promise<Capability[]> {
  const control = await fetch(`${controlUrl}/capabilities`, { method: 'POST', body: JSON.stringify(faults) });
  const { url } = (await control.json()) as { url: string };
  const json: Record<string, string> = { 'content-type': 'application/json', origin: url };
  const body = JSON.stringify({ token });
  const signedIn = await fetch(`${url}/session`, { method: 'POST', headers: json, body });
  const cookies = signedIn.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
  const headers = { ...json, cookie: cookies.join('; ') };
  const path = url + readCapabilities.path;
  expect((await fetch(path, { method: 'POST', headers, body: '{}' })).status).toBe(200);
  const read = async () => {
    const answer = (await (await fetch(path, { headers })).json()) as { data: { found: Found } };
    return answer.data.found;
  };
  await expect.poll(async () => (await read()).is_looking, { timeout: 100_000, interval: 250 }).toBe(false);
  const { capabilities, problem } = await read();
  expect(problem).toBeNull();
  return capabilities;
}

/** What isn’t proved, and why, by operation and aspect. */
function gapsOf(found: readonly Capability[]): Record<string, string | null> {
  return Object.fromEntries(
    found
      .filter(({ state, detail }) => state !== 'proved' && detail?.startsWith('Too few rows') !== true)
      .map(({ operation, aspect, detail }) => [`${operation}.${aspect}`, detail]),
  );
}

const everyList = (gaps: Record<string, string | null>) =>
  Object.fromEntries(
    ['listWallets', 'listTransactions', 'listExchangeTransactions', 'listWithdrawalRequests'].flatMap(
      (list) => Object.entries(gaps).map(([aspect, detail]) => [`${list}.${aspect}`, detail]),
    ),
  );

/** The lists that can be asked for days. */
const dated = (gaps: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(everyList(gaps)).filter(([name]) => !name.startsWith('listWallets')));

it('proves all of what our own service can do, and no more than its rows show', async () => {
  const found = await lookAt({});
  expect(gapsOf(found)).toEqual({});
  const proved = found.filter(({ state }) => state === 'proved');
  expect(proved.map(({ operation, aspect }) => `${operation}.${aspect}`)).toEqual(
    expect.arrayContaining([
      'listWallets.currency',
      'listExchangeTransactions.sort_by=rate',
      'testKey.operation',
    ]),
  );
});

const isLong = process.env['LONG_TESTS'] === '1';

type Difference = [name: string, faults: Faults, gaps: Record<string, string | null>];

/** Of what none of the others hides: in a short run one look finds them all. */
const independent: Difference[] = [
  [
    'dates ignored',
    { ignoredParameters: ['created_from', 'created_to'] },
    dated({ created_from: 'ignored', created_to: 'ignored' }),
  ],
  [
    'a published filter ignored',
    { ignoredParameters: ['direction'] },
    { 'listTransactions.direction': 'ignored' },
  ],
  [
    'camel case errors',
    { oddities: ['camel case errors'] },
    { 'getWithdrawalRequest.errors': 'errorCode and errorMessage' },
  ],
  ['bare withdrawals', { oddities: ['bare withdrawals'] }, { 'listWithdrawalRequests.envelope': 'bare' }],
];

const listsOf = (key: string) => independent.flatMap(([, faults]) => faults[key] ?? []);
const together: Difference = [
  independent.map(([name]) => name).join(', '),
  { ignoredParameters: listsOf('ignoredParameters'), oddities: listsOf('oddities') },
  Object.assign({}, ...independent.map(([, , gaps]) => gaps)) as Difference[2],
];

const switches: Difference[] = [
  ...(isLong ? independent : [together]),
  [
    'offset ignored',
    { ignoredParameters: ['offset'] },
    everyList({ offset: 'ignored', count: 'Not all rows can be read, so the number can’t be checked.' }),
  ],
  ['no count', { oddities: ['count missing'] }, everyList({ count: 'missing' })],
  [
    'no balances and no exchanges',
    { missingOperations: ['testKey', 'getUserBalances', 'listExchangeTransactions'] },
    {
      'testKey.operation': null,
      'getUserBalances.operation': null,
      'listExchangeTransactions.operation': null,
    },
  ],
];

it.each(switches)('finds %s, and nothing else', async (_name, faults, gaps) => {
  expect(gapsOf(await lookAt(faults))).toEqual(gaps);
});

it.each(['capped', 'refused'] as const)('finds the largest page where larger ones are %s', async (beyond) => {
  const found = await lookAt({ largestPage: { rows: 10, beyond } });
  expect(gapsOf(found)).toEqual({});
  const pages = found.filter(({ aspect }) => aspect === 'limit');
  expect(pages.map(({ detail }) => detail)).toEqual(['10', '10', '10', '10']);
});

const names = {
  network: 'chain',
  currency: 'coin',
  search: 'q',
  created_from: 'date_from',
  limit: 'page_size',
  offset: 'skip',
};

const unpublished = [
  ['ignored', 'ignored'],
  ['refused', 'unknown parameter'],
] as const;

const suggestedNames = (found: readonly Capability[]) =>
  Object.fromEntries(
    found
      .filter(({ operation }) => operation === 'listTransactions')
      .flatMap(({ aspect, suggested_name: name }) => (name === null ? [] : [[aspect, name]])),
  );

const expectGaps = (gaps: Record<string, string | null>, detail: string) => {
  expect(gaps).toMatchObject({
    'listTransactions.network': detail,
    'listTransactions.search': detail,
    'listWallets.type': detail,
    'listExchangeTransactions.currency_from': detail,
    'listWithdrawalRequests.status': detail,
  });
};

it.each(unpublished)(
  'tells a parameter that is %s from one that works, and recognizes common names',
  async (unpublishedParameters, detail) => {
    const found = await lookAt({ unpublishedParameters, parameterNames: names });
    const gaps = gapsOf(found);
    expectGaps(gaps, detail);
    for (const published of ['listTransactions.status', 'listWithdrawalRequests.created_to']) {
      expect(gaps).not.toHaveProperty([published]);
    }
    expect(suggestedNames(found)).toEqual(names);
  },
);

it.runIf(isLong).each(unpublished)(
  'tells a parameter that is %s from one that works where none has another name',
  async (unpublishedParameters, detail) => {
    const gaps = gapsOf(await lookAt({ unpublishedParameters }));
    expectGaps(gaps, detail);
    for (const published of ['listTransactions.status', 'listWithdrawalRequests.created_from']) {
      expect(gaps).not.toHaveProperty([published]);
    }
  },
);
