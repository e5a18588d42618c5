import { beforeEach, expect, it } from 'vitest';
import { accountPrefix } from '#contract/account-path.ts';
import { useTestDatabase } from '#database/testing.ts';
import { addMs, type Instant } from '#domain/time.ts';
import { makeTinyService, setUpGateways } from '../testing/gateway-harness.ts';
import { addToAccount, addUser, type TestUser } from './testing-users.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

const other = accountPrefix('account of other');

let at: Instant;
let address: string;
let ana: TestUser;
let bo: TestUser;

beforeEach(async () => {
  ({ address } = await start({ provider: makeTinyService('good', 'other'), now: () => at }));
  ana = await addUser(database, { hasJoined: true });
  bo = await addUser(database, { apiKey: 'other', name: 'Bo Lee', hasJoined: true });
  await addToAccount(database, {
    userId: ana.userId,
    accountId: bo.accountId,
    apiKey: 'other',
    roles: ['viewer'],
  });
  const { created_at } = await database.db
    .selectFrom('users')
    .select('created_at')
    .where('user_id', '=', bo.userId)
    .executeTakeFirstOrThrow();
  at = addMs(created_at, 1_000);
});

/** When the other account's administrator sees that Ana was last there. */
async function lastUse(): Promise<string | null | undefined> {
  const { data } = (await bo.ask(address, '/console/users')).json() as {
    data: { users: { id: string; last_used_at: string | null }[] };
  };
  return data.users.find(({ id }) => id === ana.userId)?.last_used_at;
}

const shown = (instant: Instant) => expect.stringMatching(new RegExp(`^${instant.slice(0, 23)}`));

it('says when a user last worked in the account, whichever account the session was opened in', async () => {
  expect(await lastUse()).toBeNull();
  await ana.ask(address, `${other}/session`);
  expect(await lastUse()).toEqual(shown(at));
  const first = at;
  at = addMs(at, 90_000);
  // A use of her own account is none of this one's.
  await ana.ask(address, '/session');
  expect(await lastUse()).toEqual(shown(first));
  await ana.ask(address, `${other}/session`);
  expect(await lastUse()).toEqual(shown(at));
});

it('still says it once the session has ended', async () => {
  await ana.ask(address, `${other}/session`);
  expect(await ana.ask(address, '/session', { method: 'DELETE', body: {} })).toMatchObject({ status: 200 });
  expect(await lastUse()).toEqual(shown(at));
});
