import { describe, expect, it } from 'vitest';
import { parameterNames } from './parameter-names.ts';

const problemsOf = (table: unknown) =>
  parameterNames.safeParse(table).error?.issues.map(({ message }) => message) ?? [];

describe('the table of parameter names', () => {
  it('takes names by operation and for all operations', () => {
    const listWallets = { address: 'wallet', type: 'wallet_type', search: null, status: null };
    const table = { '*': { limit: 'page[size]' }, listWallets };
    expect(parameterNames.parse(table)).toEqual(table);
    expect(parameterNames.parse({})).toEqual({});
  });

  it('takes blanks, which mean the same as nothing', () => {
    const table = { '*': { limit: '' }, listWallets: { address: 'wallet', type: '', status: '' } };
    expect(parameterNames.parse(table)).toEqual({ '*': {}, listWallets: { address: 'wallet' } });
  });

  it.each([
    [
      'an operation that is not there',
      { listWalets: { address: 'wallet' } },
      /no operation listWalets; there are: .*listWallets/,
    ],
    [
      'a parameter that is not there',
      { listWallets: { adress: 'wallet' } },
      /listWallets has no query parameter adress/,
    ],
    ['a parameter that no operation has', { '*': { nonsense: 'x' } }, /\* has no query parameter nonsense/],
    [
      'one name for two parameters',
      { listWallets: { limit: 'n', offset: 'n' } },
      /two parameters of listWallets/,
    ],
    ['a name that is none', { listWallets: { limit: 'a&b' } }, /name of a parameter/],
    ['a name that is no text', { listWallets: { limit: 1 } }, /name of a parameter/],
  ])('refuses %s and says why', (_what, table, message) => {
    expect(problemsOf(table)).toEqual([expect.stringMatching(message)]);
  });
});
