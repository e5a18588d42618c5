import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { createHttpApp } from '#http/http-app.ts';
import { connectProvider } from '../conformance/provider.ts';
import { runSuite } from '../conformance/run-suite.ts';
import { insertAccountKeys } from './addresses/address-chains.ts';
import { sandboxAccountKeys } from './addresses/sandbox-phrase.ts';
import { seedSandbox } from './sandbox/seed-sandbox.ts';
import { registerService } from './service.ts';

const database = useTestDatabase();
/** A sixtieth of a year has too few rows for one of the sort orders to show. */
const size = process.env['LONG_TESTS'] === '1' ? 'year' : 'sketch';
const app = createHttpApp({});

beforeAll(async () => {
  registerService(app, { db: database.db, allowSandboxKeys: true });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => await app.close());

it('agrees with every published rule and every decision, writing included', async () => {
  await insertAccountKeys(database.db, sandboxAccountKeys);
  await seedSandbox(database.db, { size });
  const { port } = app.server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}/api/prod/v1`);
  const { results, parameters } = await runSuite(connectProvider(url, 'sandbox-admin', 30_000), true);
  // Which rows are in an order by chance depends on the sandbox’s data.
  const others = results.filter(
    ({ rating, reason }) => rating !== 'agrees' && reason !== 'the rows are in this order anyway',
  );
  expect(
    others.map(({ operation, says, problems, reason }) => ({ id: operation.id, says, problems, reason })),
  ).toEqual([]);
  expect(parameters).toEqual({});
});
