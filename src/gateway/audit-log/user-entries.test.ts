import { expect, it } from 'vitest';
import type { AuditLogEntry } from '#contract/gateway/audit-log.ts';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways } from '../testing/gateway-harness.ts';
import { cookieOf, fromOwnPage } from '../testing/http-client.ts';
import { addUser } from '../users/testing-users.ts';
import { verifyAuditLog } from './audit-log-verify.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

it('names the user beside the account’s key, and is filtered by either', async () => {
  const gateway = await start({ provider: makeTinyService('good') });
  const save = { method: 'POST', body: { list: 'transactions', name: 'Mine', search: 'network=trx' } };
  const ana = await addUser(database);
  const bo = await addUser(database, { name: 'Bo Lee', roles: ['operator'] });
  const cookie = cookieOf(await gateway.signIn('good'));
  await ana.ask(gateway.address, '/console/views', save);
  await bo.ask(gateway.address, '/console/views', { ...save, body: { ...save.body, name: 'Bo’s' } });
  await gateway.send('/console/views', {
    ...save,
    headers: { ...fromOwnPage, cookie },
    body: { ...save.body, name: 'Everyone’s' },
  });
  const list = async (key?: string) => {
    const filter = key === undefined ? '' : `&key=${encodeURIComponent(key)}`;
    const answer = await ana.ask(
      gateway.address,
      `/console/audit-log?operation=createView&sort_direction=asc${filter}`,
    );
    return (answer.json() as { data: { entries: AuditLogEntry[] } }).data.entries;
  };
  const all = await list();
  expect(all).toMatchObject([
    { user_id: ana.userId, user_name: 'Ana Ruiz', key_name: 'key good', via: 'session', status: 'completed' },
    { user_id: bo.userId, user_name: 'Bo Lee', key_name: 'key good' },
    { user_id: null, user_name: null, key_name: 'key good' },
  ]);
  const subjects = async (key: string) => (await list(key)).map(({ subject }) => subject);
  expect(await subjects(ana.userId)).toEqual(['Mine']);
  expect(await subjects('Bo Lee')).toEqual(['Bo’s']);
  expect(await subjects('key good')).toEqual(['Mine', 'Bo’s', 'Everyone’s']);
  expect(await subjects('Ana')).toEqual([]);
  expect((await verifyAuditLog(database.db)).differences).toEqual([]);
});
