import { describe, expect, it } from 'vitest';
import { decimal, ZERO } from '#domain/decimal.ts';
import type { Permission } from '#contract/permissions.ts';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways } from './testing/gateway-harness.ts';
import { startStandInProvider } from './testing/stand-in-provider.ts';

const start = setUpGateways(useTestDatabase());

const paths = {
  balances: '/console/ledger-balances',
  balances_at: '/console/balances-at?at=2026-11-01',
  rows: '/console/ledger-check',
  currencies: '/console/wallet-ledger?address=T1',
  fees: '/console/aml-fees',
  statement: '/console/statement?from=2026-10-01&to=2026-11-01',
};
const statementPath = (from: string, to: string) =>
  `/console/statement?${new URLSearchParams({ from, to }).toString()}`;
const balancesAtPath = (at: string) => `/console/balances-at?${new URLSearchParams({ at }).toString()}`;
const held = { withdrawals: decimal('12.5'), aml_checks: decimal('1') };

/** A service whose ledger says for which account it was asked. */
function tellingService() {
  const service = makeTinyService('good', 'other');
  service.ledger = {
    ...service.ledger,
    listBalances: async (accountId) => [
      { type: 'user', network: accountId, currency: 'USDT', on_hold: held, aml_fees_paid: decimal('3') },
    ],
    listOfWallet: async (accountId, address) => [
      {
        currency: `${accountId}, ${address}`,
        available: decimal('0.000000000000000001'),
        on_hold: held,
        deposits: ZERO,
        withdrawals: decimal('-2'),
        aml_fees: ZERO,
        collections: ZERO,
        other: ZERO,
      },
    ],
  };
  return service;
}

describe('the ledger data of a wallet service in this process', () => {
  it('is returned for the signed-in account, to the last digit, and to no other', async () => {
    const gateway = await start({ provider: tellingService() });
    for (const key of ['good', 'other']) {
      const { get } = await gateway.open(key);
      expect((await get(paths.balances)).json()).toMatchObject({
        data: {
          balances: [
            {
              network: `account of ${key}`,
              on_hold: { withdrawals: '12.5', aml_checks: '1' },
              aml_fees_paid: '3',
            },
          ],
        },
      });
      expect((await get(paths.currencies)).json()).toMatchObject({
        data: {
          currencies: [
            { currency: `account of ${key}, T1`, available: '0.000000000000000001', withdrawals: '-2' },
          ],
        },
      });
    }
    for (const path of Object.values(paths)) expect((await gateway.send(path)).status).toBe(401);
  });

  it('needs the permission to read balances, and for a wallet the one to read wallets', async () => {
    const service = makeTinyService('good');
    let allowed: Permission[] = [];
    const describeKey = async () => ({ accountId: 'a', keyName: 'k', permissions: allowed });
    const gateway = await start({ provider: { ...service, describeKey } });
    const { get } = await gateway.open('good');
    const needed = async () => {
      const statuses = [];
      for (const path of Object.values(paths)) statuses.push((await get(path)).status);
      return statuses;
    };
    expect(await needed()).toEqual([400, 400, 400, 400, 400, 400]);
    allowed = ['balances:read'];
    expect(await needed()).toEqual([200, 200, 200, 400, 200, 200]);
    allowed = ['wallets:read'];
    expect(await needed()).toEqual([400, 400, 400, 200, 400, 400]);
  });
});

describe('balances at a moment', () => {
  it('are read for a moment, and for a date as its first moment in UTC', async () => {
    const gateway = await start({ provider: makeTinyService('good') });
    const { get } = await gateway.open('good');
    for (const moment of ['2026-11-01', '2026-11-01T01:00:00+01:00']) {
      expect((await get(balancesAtPath(moment))).json()).toMatchObject({
        data: {
          balances_at: { as_of: '2026-11-01T00:00:00.000000Z', rows: [] },
          balances_noted: null,
        },
      });
    }
  });

  it('are refused for a moment that is still to come and for what isn’t one, naming the parameter', async () => {
    const service = makeTinyService('good');
    service.ledger = { ...service.ledger, readBalancesAt: async () => undefined };
    const gateway = await start({ provider: service });
    const { get } = await gateway.open('good');
    expect((await get(balancesAtPath('2099-11-01'))).json()).toMatchObject({
      code: '400',
      data: { at: 'must not be in the future' },
    });
    expect((await get(balancesAtPath('yesterday'))).json()).toMatchObject({
      code: '400',
      data: { at: 'must be valid ISO 8601 date-time' },
    });
  });
});

describe('a statement', () => {
  it('is read for moments, and for dates as their first moment in UTC', async () => {
    const gateway = await start({ provider: makeTinyService('good') });
    const { get } = await gateway.open('good');
    expect((await get(statementPath('2026-10-01', '2026-11-01T01:00:00+01:00'))).json()).toMatchObject({
      data: { statement: { from: '2026-10-01T00:00:00.000000Z', as_of: '2026-11-01T00:00:00.000000Z' } },
    });
  });

  it('is refused for a period that is empty or still to come, naming the parameter', async () => {
    const service = makeTinyService('good');
    service.ledger = { ...service.ledger, readStatement: async () => undefined };
    const gateway = await start({ provider: service });
    const { get } = await gateway.open('good');
    expect((await get(statementPath('2026-10-01', '2026-10-01'))).json()).toMatchObject({
      code: '400',
      data: { to: 'must be after from' },
    });
    expect((await get(statementPath('2099-10-01', '2099-11-01'))).json()).toMatchObject({
      code: '400',
      data: { from: 'must be in the past' },
    });
  });
});

it('says that a remote wallet service provides no ledger, and asks it nothing', async () => {
  const provider = await startStandInProvider();
  const gateway = await start({ provider: { kind: 'remote', url: provider.url } });
  const { get } = await gateway.open('good');
  const before = provider.received.length;
  for (const [field, path] of Object.entries(paths)) {
    expect((await get(path)).json()).toMatchObject({ code: '200', data: { [field]: null } });
  }
  expect(provider.received.length).toBe(before);
});
