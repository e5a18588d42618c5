import { expect, it } from 'vitest';
import { type AuditLogEntry, listAuditLog } from '#contract/gateway/audit-log.ts';
import { type FoundSums, sumAuditLog } from '#contract/gateway/list-sums.ts';
import { makeSums } from '#domain/list-sums.ts';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways } from '../testing/gateway-harness.ts';

const startGateway = setUpGateways(useTestDatabase());

it('counts entries by action and result, exactly those that the list gives', async () => {
  const gateway = await startGateway({ provider: makeTinyService('good', 'other') });
  const create = async (token: string, name: string | null) => {
    const body = { name, network: 'trx', type: 'user' };
    await gateway.send('/api/prod/v1/wallets', { method: 'POST', headers: { token }, body });
  };
  for (const name of ['Alpha', 'Beta', null]) await create('good', name);
  await create('other', 'Of another account');
  const { get } = await gateway.open('good');
  const dataIn = async (path: string) => ((await get(path)).json() as { data: unknown }).data;
  for (const [query, total] of [
    ['', 4],
    ['operation=createWallet', 3],
    ['operation=createWallet&status=completed', 2],
    ['status=rejected', 1],
    ['status=failed', 0],
    ['search=beTA', 1],
    ['key=somebody', 0],
  ] as const) {
    const { entries } = (await dataIn(`${listAuditLog.path}?${query}`)) as { entries: AuditLogEntry[] };
    expect(entries).toHaveLength(total);
    const counted = makeSums({ per: ['operation', 'status'], amounts: [] });
    for (const { operation, status } of entries) {
      counted.addRow((name) => (name === 'status' ? status : operation));
    }
    const { found } = (await dataIn(`${sumAuditLog.path}?${query}`)) as { found: FoundSums };
    expect(found.lines).toEqual(counted.lines());
  }
});
