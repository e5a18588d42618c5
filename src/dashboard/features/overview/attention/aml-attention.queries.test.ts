import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadedList } from '#dashboard/entities/aml/aml-testing.tsx';
import { amlMatters, sanctionsScreening } from './aml-attention.queries.ts';

let lists: object[] = [];
let alerts = { count: 0, latest: [] as object[] };
/** How many undecided checks there are of each risk. */
let undecided: Record<string, number> = {};

// The far side of the network: the gateway's answers.
function answer(address: string): Response {
  const { pathname, searchParams: query } = new URL(address, 'http://console.example');
  const isUndecided = query.get('decision') === 'none' && query.get('state') === 'finished';
  const answers: Record<string, object> = {
    '/console/aml/sanctions-lists': { lists },
    '/console/aml/sanctions-alerts': alerts,
    '/console/aml/watches': {
      watches: [],
      budget: { per_month: 100, spent: 0, renewed_at: '2026-12-01T00:00:00Z', version: 0 },
    },
    '/console/aml/checks': {
      count: isUndecided ? (undecided[query.get('band') ?? ''] ?? 0) : 99,
      checks: [],
    },
  };
  return Response.json({ code: '200', error_code: null, error_message: null, data: answers[pathname] });
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => answer(url));
  lists = [];
  alerts = { count: 0, latest: [] };
  undecided = {};
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const ofLists = async () => (await new QueryClient().fetchQuery(sanctionsScreening(false)))?.items;

it('says that addresses are not screened while no sanctions list is loaded, and leads to where one is', async () => {
  expect(await ofLists()).toEqual([
    {
      kind: 'sanctions',
      count: 0,
      label: 'sanctions lists loaded',
      detail: 'addresses aren’t screened for sanctions',
      to: '/settings/aml#sanctions-lists',
    },
  ]);
});

it('is calm with a list that names no address of the account, and shows the ones that it names', async () => {
  lists = [loadedList];
  expect(await ofLists()).toEqual([]);
  const value = '0x01e2919679362dFBC9ee1644Ba9C6da6D6245BB1';
  alerts = { count: 3, latest: [{ network: 'eth', value, check_id: 'aml_1', lists: ['OFAC SDN'] }] };
  expect(await ofLists()).toMatchObject([
    {
      count: 1,
      label: 'checked address on Ethereum is on a sanctions list',
      detail: expect.stringContaining('OFAC SDN'),
      to: '/aml/aml_1',
    },
    { count: 2, label: 'more addresses are on a sanctions list' },
  ]);
});

it('counts unknown risks as open, beside high and severe ones, until a decision is made', async () => {
  undecided = { severe: 1, high: 2, unknown: 3, low: 4 };
  const found = await new QueryClient().fetchQuery(amlMatters);
  expect(found?.items.map(({ count, label, detail }) => `${count} ${label} ${detail}`)).toEqual([
    '1 severe-risk AML check awaiting a decision',
    '2 high-risk AML checks awaiting a decision',
    '3 unknown-risk AML checks awaiting a decision',
  ]);
});

it('leaves no failure unhandled when the page is left while it loads', async () => {
  let requests = 0;
  vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) => {
    requests += 1;
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const client = new QueryClient();
  const reading = client.fetchQuery(amlMatters).catch((error: unknown) => error);
  await vi.waitFor(() => expect(requests).toBe(4));
  await client.cancelQueries();
  await reading;
  // Node tells of it after the microtasks.
  await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});
