import { expect, it, vi } from 'vitest';
import type { LedgerCheck } from '#contract/gateway/ledger-check.ts';
import { permissions, type Permission } from '#contract/permissions.ts';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways } from './testing/gateway-harness.ts';
import { fromOwnPage } from './testing/http-client.ts';
import { startStandInProvider } from './testing/stand-in-provider.ts';

const path = '/console/ledger-faults';
const database = useTestDatabase();
const start = setUpGateways(database);

const stopped: Omit<LedgerCheck, 'may_resume'> = {
  checked_at: '2026-01-02T03:04:05.000Z',
  history_checked_at: null,
  is_late: false,
  are_payments_stopped: true,
  fault_count: 1,
  faults: [
    {
      id: 'fault_1',
      rule: 'Every balance is the sum of its entries.',
      subject: 'wallet/trx/T/USDT',
      expected: 'the sum of its entries, 1',
      found: 'a balance of 2',
      first_seen_at: '2026-01-02T03:04:05.000Z',
      is_own: true,
      resumed: null,
    },
  ],
};

async function open(held: readonly Permission[]) {
  const tiny = makeTinyService('good');
  const resume = vi.fn<typeof tiny.ledgerChecks.resume>(async () => undefined);
  const describeKey: typeof tiny.describeKey = async (key) => {
    const known = await tiny.describeKey(key);
    return known && { ...known, permissions: held };
  };
  const gateway = await start({
    provider: { ...tiny, describeKey, ledgerChecks: { read: async () => stopped, resume } },
  });
  const { cookie, get } = await gateway.open('good');
  const post = async (target: string, body: object) =>
    await gateway.send(target, {
      method: 'POST',
      headers: { ...fromOwnPage, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { get, post, resume };
}

it('returns what the check has found, and whether this key may resume payments', async () => {
  const administrator = await open(permissions);
  expect((await administrator.get(path)).json()).toMatchObject({
    data: { check: { ...stopped, may_resume: true } },
  });
  const reader = await open(['balances:read', 'withdrawals:write']);
  expect((await reader.get(path)).json()).toMatchObject({ data: { check: { may_resume: false } } });
});

it('lets an administrator resume payments with a note, in spite of the faults that were named', async () => {
  const { post, resume } = await open(permissions);
  const body = { fault_ids: ['fault_1'], note: ' Looked at it. ' };
  expect((await post(`${path}/resume`, body)).status).toBe(200);
  expect(resume.mock.calls).toEqual([
    ['account of good', { faultIds: ['fault_1'], note: 'Looked at it.', keyName: 'key good' }],
  ]);
  const entries = await database.db.selectFrom('audit_log_entries').select(['operation', 'status']).execute();
  expect(entries).toContainEqual({ operation: 'resumePayments', status: 200 });
});

it.each([
  ['without a note', permissions, { fault_ids: ['fault_1'], note: ' ' }, 400],
  ['without a fault', permissions, { fault_ids: [], note: 'Yes.' }, 400],
  [
    'with a key that lacks one permission',
    permissions.filter((permission) => permission !== 'wallets:write'),
    { fault_ids: ['fault_1'], note: 'Yes.' },
    403,
  ],
] as const)('resumes nothing %s', async (_, held, body, status) => {
  const { post, resume } = await open(held);
  expect((await post(`${path}/resume`, body)).status).toBe(status);
  expect(resume).not.toHaveBeenCalled();
});

it('does not check the ledger of a remote service', async () => {
  const provider = await startStandInProvider();
  const gateway = await start({ provider: { kind: 'remote', url: provider.url } });
  const { get } = await gateway.open('good');
  expect((await get(path)).json()).toMatchObject({ data: { check: null } });
});
