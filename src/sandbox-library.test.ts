import { beforeEach, expect, it } from 'vitest';
import { amlNetworks } from '#domain/networks.ts';
import { useTestDatabase } from '#database/testing.ts';
import { demoListName, fillSandboxLibrary } from './fill-sandbox-library.ts';
import { toCheckResponses } from './gateway/aml/check-response.ts';
import { listWatches } from './gateway/aml/watches/watches.store.ts';
import { createKeyCipher, walletServiceName } from './gateway/sessions/key-cipher.ts';
import { insertAccountKeys } from './service/addresses/address-chains.ts';
import { sandboxAccountKeys } from './service/addresses/sandbox-phrase.ts';
import { sandboxAccountId } from './service/sandbox/sandbox-keys.ts';
import { seedSandbox } from './service/sandbox/seed-sandbox.ts';

const database = useTestDatabase();
const deps = () => ({
  db: database.db,
  sessionSecret: 'x'.repeat(40),
  publicUrl: 'http://localhost:3000',
});

beforeEach(async () => {
  await insertAccountKeys(database.db, sandboxAccountKeys);
});

it('gives a new compliance officer reports of every kind, decisions, monitoring with news, and a list', async () => {
  await seedSandbox(database.db);
  const started = performance.now();
  await fillSandboxLibrary(deps());
  const tookMs = performance.now() - started;
  const rows = await database.db.selectFrom('screening_checks').selectAll().execute();
  const checks = await toCheckResponses(database.db, sandboxAccountId, rows);
  const kinds = (of: (check: (typeof checks)[number]) => string | null | undefined) =>
    Object.fromEntries([...Map.groupBy(checks, of)].map(([kind, some]) => [String(kind), some.length]));

  expect(kinds(({ state }) => state)).toMatchObject({ finished: 71, failed: 1, waiting: 2 });
  expect(Object.keys(kinds(({ band }) => band))).toEqual(
    expect.arrayContaining(['low', 'medium', 'high', 'severe', 'unknown']),
  );
  expect(Object.keys(kinds(({ network }) => network)).toSorted()).toEqual(amlNetworks.toSorted());
  expect(Object.keys(kinds(({ kind }) => kind)).toSorted()).toEqual(['address', 'transaction']);
  expect(Object.keys(kinds(({ decision }) => decision?.decision))).toEqual(
    expect.arrayContaining(['accepted', 'rejected', 'escalated', 'undefined']),
  );
  const carried = checks.filter(({ id, decision }) => decision !== null && decision.check_id !== id);
  expect(carried.length).toBeGreaterThan(0);
  // Alerts: what is severe or high, and still open.
  const open = checks.filter(({ band, decision }) => (band === 'severe' || band === 'high') && !decision);
  expect(open.length).toBeGreaterThan(0);

  const watches = await listWatches(database.db, sandboxAccountId);
  expect(watches.length).toBeGreaterThan(4);
  expect(watches.filter(({ isNews }) => isNews).length).toBeGreaterThan(0);
  const lists = await database.db.selectFrom('sanctions_lists').selectAll().execute();
  expect(lists).toMatchObject([{ name: demoListName, removed_at: null }]);
  expect(lists[0]?.name).toContain('invented');

  // A check that a wallet paid for is in the ledger with its fee.
  const payers = checks.filter(({ payer_address: payer }) => payer !== null);
  const fees = await database.db
    .selectFrom('ledger_postings')
    .select('reference')
    .where('kind', '=', 'aml_fee')
    .execute();
  expect(new Set(payers.map(({ uid }) => uid))).toEqual(new Set(fees.map(({ reference }) => reference)));
  // As after a sign-in of the sandbox's compliance officer, who works with the account's key.
  const { db } = database;
  const named = await Promise.all([
    db.selectFrom('screening_checks').select(['asked_by as name', 'key_fingerprint']).distinct().execute(),
    db.selectFrom('check_decisions').select(['decided_by as name', 'key_fingerprint']).distinct().execute(),
    db.selectFrom('aml_watches').select(['key_name as name', 'key_fingerprint']).distinct().execute(),
    db.selectFrom('sanctions_lists').select(['loaded_by as name', 'key_fingerprint']).distinct().execute(),
  ]);
  const cipher = createKeyCipher(deps().sessionSecret, walletServiceName(undefined));
  const officer = { name: 'Sofia Lindgren', key_fingerprint: cipher.fingerprint('sandbox-admin') };
  expect(named).toEqual([[officer], [officer], [officer], [officer]]);
  expect(tookMs).toBeLessThan(15_000);
}, 180_000);

it('fills the library once, and finishes what an ended process has started', async () => {
  await seedSandbox(database.db, { size: 'sketch' });
  await fillSandboxLibrary(deps());
  const count = async () =>
    (await database.db.selectFrom('screening_checks').select('check_id').execute()).length;
  const before = await count();
  await fillSandboxLibrary(deps());
  expect(await count()).toBe(before);
});
