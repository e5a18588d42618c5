import { expect, it } from 'vitest';
import type { Capability } from '#contract/gateway/capabilities.ts';
import { listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { capabilityRows, gapsOf } from './capability-rows.ts';
import { costOf } from './gap-costs.ts';

const found = (
  operation: string,
  aspect: string,
  state: Capability['state'],
  detail: string | null = null,
) => ({
  operation,
  aspect,
  state,
  detail,
  suggested_name: null,
  found_at: '2026-01-02T03:04:05.000Z',
});

it('counts as unknown what was never found out', () => {
  const rows = capabilityRows([]);
  expect(rows.flatMap(({ works, lacks }) => [...works, ...lacks])).toEqual([]);
  expect(rows.find(({ id }) => id === 'createWallet')?.unknown).toEqual(['Not tried yet']);
  expect(rows.find(({ id }) => id === 'listTransactions')?.unknown).toContain('Status');
});

it('sorts what a list can do by what is known of it, with the largest page', () => {
  const row = capabilityRows([
    found('listTransactions', 'operation', 'proved'),
    found('listTransactions', 'status', 'proved'),
    found('listTransactions', 'limit', 'proved', '100'),
    found('listTransactions', 'search', 'disproved', 'ignored'),
    found('listTransactions', 'times', 'disproved', 'seconds'),
  ]).find(({ id }) => id === 'listTransactions');
  expect(row).toMatchObject({
    works: ['Status', 'Page size (up to 100)'],
    lacks: ['Search'],
    foundAt: '2026-01-02T03:04:05.000Z',
  });
  expect(row?.unknown).toContain('Sort by status');
});

it('names the settings, and no time, where they say that an operation is missing', () => {
  const row = capabilityRows([found('createWallet', 'operation', 'disproved', 'setting')]).find(
    ({ id }) => id === 'createWallet',
  );
  expect(row).toMatchObject({ lacks: ['Not supported'], isSet: true, foundAt: undefined });
});

it('says of a missing list only that it is missing', () => {
  const capabilities = [
    found('listExchangeTransactions', 'operation', 'disproved'),
    found('listExchangeTransactions', 'status', 'disproved', 'ignored'),
  ];
  expect(capabilityRows(capabilities).find(({ id }) => id === 'listExchangeTransactions')).toMatchObject({
    works: [],
    lacks: ['Not supported'],
    unknown: [],
  });
  expect(gapsOf(capabilities)).toEqual([
    {
      cost: 'This provider doesn’t support listing exchanges through its interface.',
      places: [{ label: 'Exchanges', aspects: [] }],
    },
  ]);
});

it('says once what several gaps mean', () => {
  const gaps = gapsOf([
    found('listWallets', 'network', 'disproved', 'ignored'),
    found('listWallets', 'type', 'disproved', 'ignored'),
    found('listWallets', 'count', 'disproved', 'missing'),
    found('listWallets', 'times', 'disproved', 'seconds'),
    found('listTransactions', 'currency', 'disproved', 'ignored'),
  ]);
  expect(gaps.map(({ places }) => places)).toEqual([
    [
      { label: 'Wallets', aspects: ['Network', 'Type'] },
      { label: 'Transactions', aspects: ['Currency'] },
    ],
    [{ label: 'Wallets', aspects: ['Total'] }],
  ]);
});

it.each([listWallets, listTransactions, listExchangeTransactions, listWithdrawalRequests])(
  'says what each gap of $id costs',
  ({ rows }) => {
    for (const [name, meaning] of Object.entries(rows.parameters)) {
      const aspect = meaning.kind === 'sort' ? `${name}=amount` : name;
      expect([aspect, costOf(aspect)]).toEqual([aspect, expect.stringMatching(/^Without .*\.$/)]);
    }
  },
);
