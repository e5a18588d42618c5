import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { createHttpApp } from '#http/http-app.ts';
import { type Cost, costs, tryCheck } from './conformance/check.ts';
import { listChecks } from './conformance/checks/list-checks.ts';
import { lists } from './conformance/checks/lists.ts';
import { connectProvider, readOnly } from './conformance/provider.ts';
import { overallRating } from './conformance/report.ts';
import { type Findings, runSuite } from './conformance/run-suite.ts';
import { insertAccountKeys } from './service/addresses/address-chains.ts';
import { sandboxAccountKeys } from './service/addresses/sandbox-phrase.ts';
import { countChecksLeft } from './service/aml/checks/allowances.store.ts';
import { sandboxAccountId } from './service/sandbox/sandbox-keys.ts';
import { seedSandbox } from './service/sandbox/seed-sandbox.ts';
import { registerService } from './service/service.ts';
import {
  noFaults,
  type ProviderFaults,
  startTestingProvider,
  type TestingProvider,
} from './testing-provider.ts';
import { oddities, type Oddity } from './testing-provider-oddities.ts';
import { rememberReads } from './testing-remembered-reads.ts';

// Only the last test writes, and what it writes changes no rating.
const database = useTestDatabase(async (db) => {
  await insertAccountKeys(db, sandboxAccountKeys);
  await seedSandbox(db, { size: 'sketch' });
});
const app = createHttpApp({});
let provider: TestingProvider;
const { service } = rememberReads(app);
beforeAll(async () => {
  registerService(app, { db: database.db, allowSandboxKeys: true });
  provider = await startTestingProvider(service);
});
afterAll(async () => {
  await provider.close();
  await app.close();
});

async function runWith(faults: Partial<ProviderFaults>, mayWrite = false): Promise<Findings> {
  provider.faults = { ...noFaults, ...faults };
  provider.requests.length = 0;
  return await runSuite(connected(), mayWrite);
}

const connected = () => connectProvider(provider.url, 'sandbox-admin', 30_000);

/** What rules are about, by how they begin. */
const kinds = {
  form: /^answers (?:in the envelope|a request of the list)/,
  filter: /^shows with .* rows that match/,
  order: /^sorts by/,
  page: /^(?:shows with limit|gives pages)/,
  offset: /^(?:shows with offset|answers an offset)/,
  refusal: /^(?:refuses|answers an unknown|answers another)/,
  transaction: /^shows the hash/,
  addresses: /^gives addresses/,
  repeat: /^gives the first request again/,
};

type Ratings = Partial<Record<keyof typeof kinds | 'overall' | 'other', Cost | 'agrees'>>;

/** The worst rating of each kind of rule, without those that agree. */
function ratingsOf(findings: Findings): Ratings {
  const found: Ratings = { overall: overallRating(findings) ?? 'unusable' };
  for (const rating of costs) {
    for (const { says } of findings.results.filter((each) => each.rating === rating)) {
      const [kind = 'other'] = Object.entries(kinds).find(([, pattern]) => pattern.test(says)) ?? [];
      found[kind as keyof Ratings] = rating;
    }
  }
  return found;
}

const form = (rating: Cost): Ratings => ({ overall: rating, form: rating });

const ofOddities = {
  'count missing': form('degrades'),
  'count as text': form('copes'),
  'user_id as a number': form('copes'),
  'empty error_code': form('copes'),
  'no error fields': form('copes'),
  'camel case errors': { ...form('copes'), refusal: 'copes' },
  'bare withdrawals': form('copes'),
  'withdrawals with shortened addresses': { overall: 'degrades', addresses: 'degrades' },
  'withdrawals without hash': { overall: 'degrades', transaction: 'degrades' },
  'unrequested gzip': form('copes'),
  'byte order mark': form('copes'),
  'ids as numbers': form('copes'),
  'times in seconds': form('copes'),
  'times in milliseconds': form('copes'),
  'times as HTTP dates': form('copes'),
  'one envelope too few': form('copes'),
  'one envelope too many': { ...form('copes'), refusal: 'copes' },
  'values in another case': form('copes'),
  'rows of another kind': form('degrades'),
} as const satisfies Record<Oddity, Ratings>;

type Scenarios = Record<string, [faults: Partial<ProviderFaults>, expected: Ratings]>;

const otherNames = { parameterNames: { currency: 'token', status: 'state' } };
const otherPageSize: Partial<ProviderFaults> = {
  parameterNames: { limit: 'per_page' },
  unpublishedParameters: 'refused',
};
const cutPages: Partial<ProviderFaults> = { largestPage: { rows: 20, beyond: 'capped' } };
const noKeyTest: Partial<ProviderFaults> = { missingOperations: ['testKey'] };
const repeatableIds: Partial<ProviderFaults> = { hasRepeatableExternalIds: true };

const failingOnce = (): Partial<ProviderFaults> => {
  let failures = 0;
  return { disturb: () => ((failures += 1) === 1 ? { refuseWith: 429 } : undefined) };
};

const ofSwitches: Scenarios = {
  'all oddities': [
    { oddities },
    { ...form('degrades'), refusal: 'copes', addresses: 'degrades', transaction: 'degrades' },
  ],
  'parameters that are not published are ignored': [
    { unpublishedParameters: 'ignored' },
    { overall: 'degrades', filter: 'degrades', order: 'degrades', refusal: 'copes' },
  ],
  'parameters that are not published are refused': [
    { unpublishedParameters: 'refused' },
    { overall: 'degrades', filter: 'degrades', order: 'degrades' },
  ],
  'a published parameter is ignored': [
    { ignoredParameters: ['offset'] },
    { overall: 'degrades', offset: 'degrades', refusal: 'copes' },
  ],
  'pages are cut, and the key cannot be tested': [
    { ...cutPages, ...noKeyTest },
    { overall: 'copes', form: 'copes', page: 'copes', refusal: 'copes' },
  ],
  'large pages are refused': [
    { largestPage: { rows: 20, beyond: 'refused' } },
    { overall: 'copes', page: 'copes' },
  ],
  'operations are missing': [
    { missingOperations: ['getUserBalances', 'listExchangeTransactions'] },
    form('degrades'),
  ],
  'every list is missing': [
    {
      missingOperations: [
        'getUserBalances',
        'listWallets',
        'listTransactions',
        'listExchangeTransactions',
        'listWithdrawalRequests',
        'getWithdrawalRequest',
      ],
    },
    { overall: 'unusable', form: 'degrades' },
  ],
  'external IDs may come again, and it is asked too often once': [
    { ...repeatableIds, ...failingOnce() },
    { overall: 'agrees' },
  ],
  'it fails': [
    { disturb: () => ({ refuseWith: 500 }) },
    { overall: 'unusable', form: 'unusable', refusal: 'copes' },
  ],
};

/** How each is rated by itself takes a minute: otherwise they are rated beside others, here and in the names to set. */
const alone: Scenarios = {
  'no difference': [{}, { overall: 'agrees' }],
  'other names': [otherNames, { overall: 'degrades', filter: 'degrades', refusal: 'copes' }],
  'another name for the page size, with ours refused': [
    otherPageSize,
    { overall: 'degrades', filter: 'degrades', order: 'degrades', page: 'degrades' },
  ],
  'pages are cut': [cutPages, { overall: 'copes', page: 'copes', refusal: 'copes' }],
  'the key cannot be tested': [noKeyTest, form('copes')],
  'external IDs may come again': [repeatableIds, { overall: 'agrees' }],
  'it is asked too often once': [failingOnce(), { overall: 'agrees' }],
  ...Object.fromEntries(oddities.map((name) => [name, [{ oddities: [name] }, ofOddities[name]]])),
};

describe('the conformance suite, in front of a provider that differs', { timeout: 240_000 }, () => {
  it('rates what differs, alone and all together, with 0 checks spent and 0 changes sent', async () => {
    const scenarios = new Map(
      Object.entries(process.env['LONG_TESTS'] === '1' ? { ...ofSwitches, ...alone } : ofSwitches),
    );
    const checksBefore = await countChecksLeft(database.db, sandboxAccountId);
    const found = new Map<string, Ratings>();
    const sent: string[] = [];
    for (const [name, [faults]] of scenarios) {
      found.set(name, ratingsOf(await runWith(faults)));
      sent.push(...provider.requests.map(({ method, body }) => `${method}${body}`));
    }
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries([...scenarios].map(([name, [, expected]]) => [name, expected])),
    );
    expect(new Set(sent)).toEqual(new Set(['GET']));
    expect(await countChecksLeft(database.db, sandboxAccountId)).toBe(checksBefore);
  });

  it('reports each problem of a response once, with its path, how often it occurs, and what it costs', async () => {
    provider.faults = { ...noFaults, oddities: ['count missing', 'times in seconds', 'ids as numbers'] };
    const rules = lists.find(({ operation }) => operation.id === 'listTransactions');
    const [check] = rules === undefined ? [] : listChecks(rules);
    const transactions = check && (await tryCheck(check, readOnly(connected())));
    expect(transactions?.says).toMatch(kinds.form);
    expect(transactions).toMatchObject({
      rating: 'degrades',
      problems: [
        { path: 'data.count', problem: 'missing', count: 1 },
        { path: 'data.transactions[].transaction_id', count: 100 },
        { path: 'data.transactions[].created_at', count: 100 },
      ],
      effects: ['Transactions: the total isn’t available, and exports and sums aren’t complete.'],
    });
  });

  it('finds the names to set, blank where none works and null where the provider knows none, and rates them', async () => {
    const ignoring = await runWith({
      parameterNames: {
        ...otherNames.parameterNames,
        sort_by: 'order_by',
        sort_direction: 'order',
        offset: 'skip',
      },
      ignoredParameters: ['network'],
    });
    expect(ignoring.parameters).toMatchObject({
      listWallets: { currency: 'token', network: '', sort_by: 'order_by', offset: 'skip' },
      listTransactions: {
        currency: 'token',
        network: '',
        status: 'state',
        sort_by: 'order_by',
        sort_direction: 'order',
        offset: 'skip',
      },
    });
    expect(ratingsOf(ignoring)).toEqual({
      overall: 'degrades',
      filter: 'degrades',
      order: 'degrades',
      offset: 'degrades',
      refusal: 'copes',
    });
    const refusing = await runWith({
      parameterNames: { ...otherPageSize.parameterNames, currency: 'token' },
      unpublishedParameters: 'refused',
    });
    expect(refusing.parameters['listTransactions']).toEqual({
      currency: 'token',
      transaction_id: null,
      network: null,
      search: null,
      limit: 'per_page',
    });
    expect(ratingsOf(refusing)).toEqual({
      overall: 'degrades',
      filter: 'degrades',
      order: 'degrades',
      page: 'degrades',
    });
  });

  it('copes with a provider that pays twice under one external ID, which only writing shows', async () => {
    const { results } = await runWith({ hasRepeatableExternalIds: true }, true);
    expect(results.find(({ says }) => kinds.repeat.test(says))).toMatchObject({
      rating: 'copes',
      problems: [{ problem: expect.stringContaining('created a second request') }],
    });
    expect(overallRating({ results, parameters: {} })).toBe('copes');
  });
});
