import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { loadIdentitySecret, replaceSecret, sealedColumns } from './replace-secret.ts';
import { createKeyCipher } from './sessions/key-cipher.ts';
import { secret as previous, setUpGateways, TestClock } from './testing/gateway-harness.ts';
import { dataOf, inviteTestUser, TestBrowser } from './users/credentials/testing-sign-in.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const secret = 'the secret that takes the place of the other one';
const replacement = { secret, previous, walletService: 'embedded' };

let clock: TestClock;

beforeEach(() => {
  clock = new TestClock();
});

/** A gateway as a process starts it. */
const startWith = async (sessionSecret: string) => {
  const identitySecret = await loadIdentitySecret(database.db, sessionSecret);
  return await start({ now: clock.now, settings: { sessionSecret, identitySecret } });
};

it('a replaced secret ends no session, and authenticator apps keep working', async () => {
  const gateway = await startWith(previous);
  const { cookie } = await gateway.open('good');
  const browser = new TestBrowser(gateway, clock.now);
  const invited = await inviteTestUser(database, clock.now);
  const { totpSecret } = await browser.joinWithPassword(invited);

  await replaceSecret(database.db, replacement);
  const changed = await startWith(secret);
  expect((await changed.send('/session', { headers: { cookie } })).status).toBe(200);
  expect((await changed.send('/session', { headers: { cookie: browser.cookie } })).status).toBe(200);

  clock.advance({ minutes: 1 });
  const another = new TestBrowser(changed, clock.now);
  const challenge = await another.enterPassword(invited.email);
  const code = another.codeOf(totpSecret);
  expect(dataOf(await another.post('/session/second-factor', { challenge, code }))).toMatchObject({
    user: { id: invited.userId },
  });
});

it('API keys are recognized as the same after a second replacement, too', async () => {
  const keyHashesAfterSignIn = async (gateway: Awaited<ReturnType<typeof startWith>>) => {
    await gateway.signIn('good');
    return await database.db.selectFrom('sessions').select('key_hash').distinct().execute();
  };
  const [before] = await keyHashesAfterSignIn(await startWith(previous));
  await replaceSecret(database.db, replacement);
  const third = 'a third secret, after the one that took its place';
  await replaceSecret(database.db, { ...replacement, secret: third, previous: secret });
  expect(await keyHashesAfterSignIn(await startWith(third))).toEqual([before]);
});

it('a previous secret opens nothing afterward, and replacing it again changes nothing', async () => {
  const gateway = await startWith(previous);
  await gateway.open('good');
  await replaceSecret(database.db, replacement);
  const stored = async () =>
    await database.db.selectFrom('sessions').select(['session_hash', 'encrypted_key']).execute();
  const [row] = await stored();
  const cipher = createKeyCipher(previous, 'embedded');
  expect(cipher.decrypt(row?.encrypted_key ?? Buffer.alloc(0), row?.session_hash ?? '')).toBeUndefined();
  await replaceSecret(database.db, replacement);
  expect(await stored()).toEqual([row]);
});

it('every encrypted column is replaced', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and data_type = 'bytea'
      and (column_name like 'sealed%' or column_name like 'encrypted%')
      and table_name <> 'identity_secret'`.execute(database.db);
  const named = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(named.toSorted());
});
