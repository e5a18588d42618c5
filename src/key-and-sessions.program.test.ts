import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { instantFromDate } from '#domain/time.ts';
import { type Database, openDatabase } from '#database/database.ts';
import { createServerDatabase, type ServerDatabase } from '#database/testing-server.ts';
import { changeKey, insertKey, revokeKey } from './service/keys/keys.store.ts';
import { addressOf, type RunningProgram, startProgram } from './testing-program.ts';

// Keys are changed while the server runs, as `npm run keys` does it: the embedded database has one process.
const serverUrl = process.env['TEST_DATABASE_URL'];

let folder: string;
let place: ServerDatabase | undefined;
let database: Database | undefined;
let program: RunningProgram | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wallet-console-keys-'));
  if (serverUrl !== undefined) place = await createServerDatabase(serverUrl, inject('migratedOnServer'));
});

afterAll(async () => {
  program?.child.kill('SIGKILL');
  await program?.ended;
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
  await place?.drop({ isForced: true });
});

it.skipIf(serverUrl === undefined)(
  'a session may do what its key may do at that moment, and ends for good when the key expires or is revoked',
  { timeout: 120_000 },
  async () => {
    const url = place?.url ?? '';
    program = startProgram({ DATABASE_URL: url, DATA_DIR: folder });
    const server = await addressOf(program);
    database = await openDatabase({ kind: 'postgres', url });
    const { db } = database;
    const { accountId } = await db
      .selectFrom('accounts')
      .select('account_id as accountId')
      .executeTakeFirstOrThrow();
    const { keyId, token } = await insertKey(db, { accountId, name: 'Short', permissions: ['wallets:read'] });

    const wallets = async (headers: Record<string, string>) =>
      (await fetch(`${server}/api/prod/v1/wallets`, { headers })).status;
    const signIn = async () => {
      const answer = await fetch(`${server}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ token }),
      });
      return { status: answer.status, cookie: answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '' };
    };
    const readSession = async (cookie: string) =>
      (await fetch(`${server}/session`, { headers: { cookie } })).status;
    const openSessions = async () =>
      (await db.selectFrom('sessions').select('session_hash').execute()).length;

    const [asking, watching] = [await signIn(), await signIn()];
    expect(await wallets({ cookie: asking.cookie })).toBe(200);
    await changeKey(db, keyId, { permissions: ['balances:read'] });
    expect(await wallets({ cookie: asking.cookie })).toBe(400);
    await changeKey(db, keyId, { permissions: ['wallets:read'] });

    await changeKey(db, keyId, { expiresAt: instantFromDate(new Date()) });
    expect(await wallets({ cookie: asking.cookie })).toBe(401);
    expect(await readSession(watching.cookie)).toBe(401);
    expect(await wallets({ token })).toBe(401);
    expect((await signIn()).status).toBe(401);
    expect(await openSessions()).toBe(0);

    await changeKey(db, keyId, { expiresAt: null });
    expect(await wallets({ token })).toBe(200);
    expect(await wallets({ cookie: asking.cookie })).toBe(401);
    expect(await readSession(watching.cookie)).toBe(401);

    const last = await signIn();
    expect(await wallets({ cookie: last.cookie })).toBe(200);
    await revokeKey(db, keyId);
    expect(await wallets({ cookie: last.cookie })).toBe(401);
    expect(await openSessions()).toBe(0);
  },
);
