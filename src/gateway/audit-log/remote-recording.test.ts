import { expect, it } from 'vitest';
import type { AuditLogEntry } from '#contract/gateway/audit-log.ts';
import { useTestDatabase } from '#database/testing.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { asDocumented, envelope, type Respond, sendJson } from '../testing/stand-in-provider.ts';

const database = useTestDatabase();
const remote = setUpRemoteGateways(database);
const walletsPath = '/api/prod/v1/wallets';
const wallet = { name: 'Till', network: 'trx', type: 'user' };

it('a session and a program with the same account at a remote provider share its activity log', async () => {
  const { gateway, cookie, get } = await remote.startSignedIn();
  const headers = { cookie, ...fromOwnPage };
  await gateway.send(walletsPath, { method: 'POST', headers, body: wallet });
  await gateway.send(walletsPath, { method: 'POST', headers: { token: 'good' }, body: wallet });
  const { data } = (await get('/console/audit-log?operation=createWallet')).json() as {
    data: { entries: AuditLogEntry[] };
  };
  expect(data.entries).toMatchObject([
    { via: 'program', key_name: null, status: 'completed', subject: 'Till' },
    { via: 'session', key_name: null, status: 'completed', subject: 'Till' },
  ]);
  expect(data.entries[0]?.key_fingerprint).toBe(data.entries[1]?.key_fingerprint);
});

it('is written before the provider is asked to change anything', async () => {
  const { gateway } = await remote.startSignedIn();
  const written: number[] = [];
  const answer = async (...[request, response]: Parameters<Respond>): Promise<void> => {
    if (request.method === 'GET') return asDocumented(request, response);
    const requests = database.db.selectFrom('audit_log_entries').where('operation', '=', 'createWallet');
    written.push((await requests.select('sequence').execute()).length);
    sendJson(response, 200, envelope({ address: 'T1' }));
  };
  remote.provider.respond = (...asked) => void answer(...asked);
  await gateway.send(walletsPath, { method: 'POST', headers: { token: 'good' }, body: wallet });
  expect(written).toEqual([1]);
});

it('says that a change may have been made when the provider gives no answer', async () => {
  const { gateway, get } = await remote.startSignedIn({ timeoutMs: 200 });
  remote.provider.respond = (request, response) =>
    request.method === 'GET' ? asDocumented(request, response) : undefined;
  await gateway.send(walletsPath, { method: 'POST', headers: { token: 'good' }, body: wallet });
  const { data } = (await get('/console/audit-log?operation=createWallet')).json() as {
    data: { entries: AuditLogEntry[] };
  };
  expect(data.entries).toMatchObject([
    { status: 'failed', http_status: 504, error_message: expect.stringContaining('may have been made') },
  ]);
});

it('records nothing of a key that the provider does not know', async () => {
  const gateway = await remote.start();
  const answer = await gateway.send(walletsPath, {
    method: 'POST',
    headers: { token: 'unknown' },
    body: wallet,
  });
  expect(answer.status).toBe(401);
  expect(await database.db.selectFrom('audit_log_entries').selectAll().execute()).toEqual([]);
});

it('is not filled with made-up keys while the provider cannot say whose they are', async () => {
  const gateway = await remote.start();
  remote.provider.respond = (_request, response) => sendJson(response, 500, envelope(null));
  const ask = async (index: number, body: object) =>
    gateway.send(walletsPath, { method: 'POST', headers: { token: `made-up-${index}` }, body });
  const statuses = new Map<number, number>();
  for (let index = 0; index < 100; index += 1) {
    const { status } = await ask(index, wallet);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(statuses.get(429)).toBe(40);
  const requests = await database.db
    .selectFrom('audit_log_entries')
    .where('operation', '<>', 'beginAuditLog')
    .where('outcome_of', 'is', null)
    .select('account_id')
    .execute();
  expect(requests).toHaveLength(60);
});
