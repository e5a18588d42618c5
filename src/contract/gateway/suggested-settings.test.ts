import { expect, it } from 'vitest';
import type { Capability } from './capabilities.ts';
import { suggestSettings } from './suggested-settings.ts';

function found(operation: string, aspect: string, changes: Partial<Capability> = {}): Capability {
  return {
    operation,
    aspect,
    state: 'disproved',
    detail: 'ignored',
    suggested_name: null,
    found_at: '2026-01-02T03:04:05.000Z',
    ...changes,
  };
}

it('suggests recognized names, leaves the others blank, and keeps what is set', () => {
  const { parameters, lacking } = suggestSettings({
    capabilities: [
      found('listWallets', 'network', { suggested_name: 'chain' }),
      found('listWallets', 'type'),
      found('listWallets', 'address', { state: 'proved', detail: null }),
      found('listTransactions', 'search', { state: 'unknown', detail: 'No row has a value to try it on.' }),
      found('listTransactions', 'currency', { detail: 'setting' }),
    ],
    parameters: { '*': { limit: 'take' }, listTransactions: { currency: null } },
  });
  expect(parameters).toEqual({
    '*': { limit: 'take' },
    listTransactions: { currency: null },
    listWallets: { network: 'chain', type: '' },
  });
  expect(lacking).toEqual([
    { operation: 'listWallets', parameter: 'type', name: null },
    { operation: 'listWallets', parameter: 'network', name: 'chain' },
  ]);
});

it('suggests nothing where all parameters work, and keeps a chosen name that doesn’t until a better one is known', () => {
  const capabilities = [
    found('listWallets', 'network'),
    found('listWallets', 'count', { detail: 'missing' }),
  ];
  expect(suggestSettings({ capabilities, parameters: { listWallets: { network: 'net' } } })).toEqual({
    parameters: null,
    lacking: [],
    without: [],
  });
});

it('suggests a name of the sort order only where no order but the default one works', () => {
  const capabilities = [
    found('listWithdrawalRequests', 'sort_by=created_at', { state: 'proved', detail: null }),
    found('listWithdrawalRequests', 'sort_by=amount', { suggested_name: 'order_by' }),
    found('listWithdrawalRequests', 'sort_by=status', { suggested_name: 'order_by' }),
    found('listExchangeTransactions', 'sort_by=rate', { state: 'proved', detail: null }),
    found('listExchangeTransactions', 'sort_by=status'),
  ];
  expect(suggestSettings({ capabilities, parameters: {} }).parameters).toEqual({
    listWithdrawalRequests: { sort_by: 'order_by' },
  });
});

it('never gives two parameters of a list the same name', () => {
  const capabilities = [
    found('listWithdrawalRequests', 'request_id', { suggested_name: 'id' }),
    found('listWithdrawalRequests', 'external_id', { suggested_name: 'id' }),
  ];
  expect(suggestSettings({ capabilities, parameters: {} }).parameters).toEqual({
    listWithdrawalRequests: { request_id: 'id', external_id: '' },
  });
});

it('suggests which operations to call missing once one was found to be', () => {
  const bySetting = found('deleteWallet', 'operation', { detail: 'setting' });
  expect(suggestSettings({ capabilities: [bySetting], parameters: {} }).without).toEqual([]);
  const capabilities = [bySetting, found('createWallet', 'operation', { detail: null })];
  expect(suggestSettings({ capabilities, parameters: {} }).without).toEqual(['createWallet', 'deleteWallet']);
});
