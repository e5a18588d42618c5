import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
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

it.each([
  ['our own wallet service', makeTinyService('good'), ['screening_checks', 'aml_watches', 'job_schedules']],
  [
    'a remote one',
    { kind: 'remote', url: new URL('http://127.0.0.1:1') } as const,
    ['screening_checks', 'aml_watches', 'job_schedules', 'withdrawal_outcomes'],
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
