import { beforeEach, expect, it } from 'vitest';
import type { AuditLogEntry } from '#contract/gateway/audit-log.ts';
import { type Permission, permissions } from '#contract/permissions.ts';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways, TestClock } from '../testing/gateway-harness.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import { hashEntry } from './chain.ts';
import { createAuditLog } from './audit-log.ts';
import { newEntry } from './testing-audit-log.ts';

const database = useTestDatabase();
const startGateway = setUpGateways(database);
const accountId = 'account';
const roles: Record<string, readonly Permission[]> = {
  admin: permissions,
  operator: ['transactions:read', 'withdrawals:read', 'withdrawals:write'],
  compliance: ['transactions:read', 'aml:check'],
  writer: ['transactions:read', 'withdrawals:write'],
};
const recipient = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let gateway: Awaited<ReturnType<typeof startGateway>>;

beforeEach(async () => {
  const service = makeTinyService(...Object.keys(roles));
  service.describeKey = async (key) => {
    const allowed = roles[key];
    return allowed && { accountId, keyName: key, permissions: allowed };
  };
  service.identifyKey = service.describeKey;
  gateway = await startGateway({ provider: service, now: new TestClock().now });
});

async function read(role: string, query = ''): Promise<AuditLogEntry[]> {
  const { get } = await gateway.open(role);
  const answer = await get(`/console/audit-log?${query}`);
  expect(answer.status).toBe(200);
  return (answer.json() as { data: { entries: AuditLogEntry[] } }).data.entries;
}

async function oldSubjects(role: string) {
  const entries = await read(role, 'sort_direction=asc&search=old%20');
  return entries.map(({ subject }) => subject);
}

async function saveRecipient() {
  const { cookie } = await gateway.open('operator');
  const answer = await gateway.send('/console/address-book', {
    method: 'POST',
    headers: { cookie, ...fromOwnPage, 'user-agent': 'test' },
    body: { name: 'Salary of Ann', network: 'eth', address: recipient, note: 'bonus 4000' },
  });
  expect(answer.status).toBe(200);
}

const saved = 'operation=createBookEntry';

it('shows the details of an entry to those with the permission of the recorded operation', async () => {
  await saveRecipient();
  for (const role of ['admin', 'operator']) {
    const [entry] = await read(role, saved);
    expect(entry).toMatchObject({ subject: recipient, details_need: null });
    expect(entry?.details).toContain('bonus 4000');
    expect(entry?.created_id).toMatch(/^\w+/);
  }
});

it('shows no details to other keys, and names the permission that they need', async () => {
  await saveRecipient();
  const [entry] = await read('compliance', saved);
  expect(entry).toMatchObject({
    operation: 'createBookEntry',
    status: 'completed',
    key_name: 'operator',
    subject: null,
    created_id: null,
    error_message: null,
    details: null,
    details_need: 'withdrawals:read, withdrawals:write',
  });
  // A key that may change but not read something sees no more here than there.
  expect((await read('writer', saved))[0]).toMatchObject({ details: null, details_need: 'withdrawals:read' });
});

it('does not reveal hidden details by finding them', async () => {
  await saveRecipient();
  for (const text of ['Salary', 'bonus', recipient.slice(0, 12)]) {
    expect(await read('operator', `search=${text}`)).toHaveLength(1);
    expect(await read('compliance', `search=${text}`)).toEqual([]);
  }
  const [entry] = await read('compliance', saved);
  expect(await read('compliance', `search=${entry?.request_id}`)).toHaveLength(1);
});

it('decides by the contract about entries that were written without a permission', async () => {
  await createAuditLog(database.db).append(accountId, [
    newEntry({ operation: 'createWithdrawalRequest', subject: 'old payment' }),
    newEntry({ operation: 'startAmlCheck', subject: 'old check' }),
    newEntry({ operation: 'removedOperation', subject: 'old secret' }),
    newEntry({ operation: 'createView', subject: 'old view' }),
  ]);
  expect(await oldSubjects('admin')).toEqual(['old payment', 'old check', 'old secret', 'old view']);
  expect(await oldSubjects('operator')).toEqual(['old payment']);
  expect(await oldSubjects('compliance')).toEqual(['old check']);
});

it('shows what a saved view searches for to those who may read its list', async () => {
  const { cookie } = await gateway.open('operator');
  const headers = { cookie, ...fromOwnPage };
  const body = { list: 'withdrawals', name: 'Salaries', search: `search=${recipient}` };
  const created = await gateway.send('/console/views', { method: 'POST', headers, body });
  const { id } = (created.json() as { data: { id: string } }).data;
  const renamed = { id, version: 1, name: 'Wages', search: body.search };
  expect((await gateway.send('/console/views', { method: 'PUT', headers, body: renamed })).status).toBe(200);
  for (const name of ['Salaries', 'Wages']) {
    expect(await read('operator', `search=${name}`)).toHaveLength(1);
    expect(await read('compliance', `search=${name}`)).toEqual([]);
  }
});

it('records the IP address and the session, never its id', async () => {
  await saveRecipient();
  const [entry] = await read('operator', saved);
  const [opened] = await read('operator', 'operation=openSession&sort_direction=asc');
  expect(entry).toMatchObject({ ip_address: '127.0.0.1', session: expect.stringMatching(/^[\da-f]{12}$/) });
  expect(opened?.session).toBe(entry?.session);
  const rows = JSON.stringify(await database.db.selectFrom('audit_log_entries').selectAll().execute());
  const { cookie } = await gateway.open('operator');
  expect(rows).not.toContain(cookie.split('=')[1]);
});

it('records what was exported, shows it to those who may read the list, and refuses the others', async () => {
  const body = {
    list: 'withdrawal-requests',
    name: 'withdrawal-requests.csv',
    filters: { search: recipient },
    rows: 20_000,
    complete: true,
    sha256: 'ab'.repeat(32),
  };
  const send = async (role: string) => {
    const { cookie } = await gateway.open(role);
    const headers = { cookie, ...fromOwnPage };
    return gateway.send('/console/exports', { method: 'POST', headers, body });
  };
  expect((await send('compliance')).status).toBe(400);
  expect((await send('operator')).status).toBe(200);
  const query = 'operation=recordExport&status=completed';
  const [entry] = await read('operator', query);
  expect(JSON.parse(entry?.details ?? '')).toEqual(body);
  expect((await read('compliance', query))[0]).toMatchObject({ details: null, subject: null });
});

it("returns a hash that doesn't help to guess what it hides", async () => {
  await saveRecipient();
  const stored = await database.db
    .selectFrom('audit_log_entries')
    .selectAll()
    .where('operation', '=', 'createBookEntry')
    .orderBy('sequence')
    .execute();
  const [entry] = await read('compliance', saved);
  // An attacker who guessed the details exactly, and sees everything else.
  for (const [row, hash] of [
    [stored[0], entry?.hash],
    [stored[1], entry?.outcome_hash],
  ] as const) {
    if (row === undefined) throw new Error('There is no such row.');
    expect(hash).toBe(row.hash);
    expect(hash).not.toBe(hashEntry({ ...row, salt: null }));
    expect(hash).toBe(hashEntry(row));
  }
  expect(entry).toMatchObject({ salt: null, outcome_salt: null });
  const [shown] = await read('operator', saved);
  expect(shown).toMatchObject({ salt: stored[0]?.salt, outcome_salt: stored[1]?.salt });
});
