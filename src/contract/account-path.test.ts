import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { accountPrefix, splitAccount } from './account-path.ts';

it('finds the account and the rest in every address that it makes', () => {
  const rest = fc.webPath().map((path) => `/${path}`);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), rest, (accountId, path) => {
      const prefix = accountPrefix(accountId);
      expect(splitAccount(prefix + path)).toEqual({ accountId, prefix, rest: path });
      expect(splitAccount(`${prefix}?a=1`)).toEqual({ accountId, prefix, rest: '/?a=1' });
    }),
  );
});

it.each(['/', '/a', '/a/', '/a?x=/a/b', '/address-book', '/wallets/a/acc', '/a/%E0%A4%A', 'a/acc'])(
  'leaves %s, which names no account, as it is',
  (address) => {
    expect(splitAccount(address)).toEqual({ accountId: undefined, prefix: '', rest: address });
  },
);

it('takes the account alone for its start page', () => {
  expect(splitAccount('/a/acc_1')).toEqual({ accountId: 'acc_1', prefix: '/a/acc_1', rest: '/' });
});
