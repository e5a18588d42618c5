import { setTimeout as sleep } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { liveEventsPath } from '#contract/gateway/live-events.ts';
import { currentAccount, runInScope } from '#database/request-scope.ts';
import { useTestDatabase } from '#database/testing.ts';
import { now } from '#domain/clock.ts';
import { createHttpApp } from '#http/http-app.ts';
import { createJobs } from '#jobs/jobs.ts';
import { createAmlEvents } from './aml/aml-events.ts';
import { createEventSignals } from './events/event-signals.ts';
import { makeTinyService, secret, setUpGateways } from './testing/gateway-harness.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

/** The texts of the queries that pass. */
function recordQueries() {
  const texts: string[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      texts.push(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const has = (table: string): boolean => texts.some((text) => text.includes(table));
  return { db: database.db.withPlugin(plugin), has };
}

/** The accounts for which the queries that pass are made. */
function recordAccounts() {
  const accounts = new Set<string | undefined>();
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      accounts.add(currentAccount());
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db, accounts };
}

const everywhere = [
  'screening_checks',
  'aml_watches',
  'job_schedules',
  '"sessions"',
  'sign_in_attempts',
  'signed_in_keys',
  'idempotency_keys',
  'incoming_events',
];

it.each([
  ['our own wallet service', makeTinyService('good'), everywhere],
  [
    'a remote one',
    { kind: 'remote', url: new URL('http://127.0.0.1:1') } as const,
    [...everywhere, 'withdrawal_outcomes', 'provider_looks'],
  ],
])('takes no connections of requests, with %s', async (_, provider, tables) => {
  const [requests, jobs] = [recordQueries(), recordQueries()];
  const settings = { sessionSecret: secret, amlWatchMs: 50, housekeepingMs: 50 };
  await start({ db: requests.db, jobsDb: jobs.db, provider, settings });
  for (const table of tables) {
    await expect.poll(() => jobs.has(table)).toBe(true);
    expect(requests.has(table)).toBe(false);
  }
});

it('is waited for at the end, when load balancers and open pages have been told', async () => {
  const work = Promise.withResolvers<void>();
  let claims = 0;
  const jobs = createJobs(() => undefined);
  jobs.add({
    name: 'long',
    atOnce: 1,
    claim: async () => (++claims === 1 ? [{ id: 'piece', work: async () => work.promise }] : []),
  });
  const gateway = await start({ db: database.db, jobs, checkReadiness: async () => undefined });
  const { cookie } = await gateway.open('good');
  const stream = await fetch(`${gateway.address}${liveEventsPath}`, { headers: { cookie } });
  await expect.poll(() => claims).toBe(1);
  let hasClosed = false;
  const closing = gateway.app.close().then(() => (hasClosed = true));
  try {
    await expect
      .poll(async () => (await fetch(`${gateway.address}/readyz`)).status, { timeout: 2_000 })
      .toBe(503);
    const isOver = stream.text().then(() => true);
    expect(await Promise.race([isOver, sleep(2_000, false)])).toBe(true);
    expect(hasClosed).toBe(false);
  } finally {
    work.resolve();
    await closing;
  }
});

it('looks for news of all accounts in the turn of none of them', async () => {
  const [checks, movements] = [recordAccounts(), recordAccounts()];
  const log = createHttpApp({}).log;
  const aml = createAmlEvents(checks.db, log, now, 10);
  const signals = createEventSignals(movements.db, log);
  await runInScope('first', async () => {
    aml.listen('first', () => undefined);
    await signals.listen('first', () => undefined);
  });
  try {
    await expect.poll(() => [...checks.accounts]).toEqual([undefined]);
    // The listener itself begins with its own.
    await expect.poll(() => [...movements.accounts]).toEqual(['first', undefined]);
  } finally {
    aml.stop();
    signals.stop();
  }
});
