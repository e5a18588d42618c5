import { expect, it } from 'vitest';
import { suggestParameters } from './suggested-parameters.ts';

const tried = (operation: string, parameter: string, works: string | null | undefined) => ({
  operation,
  parameter,
  works,
});

it('names what works under another name, leaves blank what is unknown, and sets null for what does not exist', () => {
  const found = [
    tried('listTransactions', 'network', undefined),
    tried('listTransactions', 'currency', 'token'),
    tried('listTransactions', 'status', 'status'),
    tried('listWallets', 'type', null),
  ];
  expect(JSON.stringify(suggestParameters(found))).toBe(
    '{"listWallets":{"type":null},"listTransactions":{"currency":"token","network":""}}',
  );
});

it('keeps what is set, except for what was found out since', () => {
  const current = { '*': { limit: 'size' }, listWallets: { type: 'kind', network: 'chain', status: null } };
  const found = [tried('listWallets', 'network', 'network'), tried('listWallets', 'type', undefined)];
  expect(suggestParameters(found, current)).toEqual({
    '*': { limit: 'size' },
    listWallets: { type: '', status: null },
  });
  expect(current.listWallets.type).toBe('kind');
});

it('gives one name to one parameter only', () => {
  const found = [
    tried('listTransactions', 'transaction_id', 'id'),
    tried('listTransactions', 'search', 'id'),
  ];
  expect(suggestParameters(found)).toEqual({ listTransactions: { transaction_id: 'id', search: '' } });
});

it('suggests nothing for a provider with the names of the interface', () => {
  expect(suggestParameters([tried('listWallets', 'type', 'type')])).toEqual({});
});
