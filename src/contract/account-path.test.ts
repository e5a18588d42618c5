import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { accountPrefix, rightAddress, splitAccount } from './account-path.ts';

it('finds the account and the rest in every address that it makes', () => {
  const rest = fc.webPath().map((path) => `/${path.replace(/^\/+/, '')}`);
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

it.each(['//evil.example/x', '/\\\\evil.example', '///evil.example', '\\evil.example'])(
  'never makes an address of another site of what follows an account: %s',
  (rest) => {
    expect(splitAccount(`/a/one/${rest}`).rest).toMatch(/^\/evil\.example/);
  },
);

const one = { accountId: 'one', hasSeveralAccounts: false };
const several = { accountId: 'one', hasSeveralAccounts: true };

it.each([
  ['/wallets?status=active', one, undefined],
  ['/a/one/wallets?status=active', one, '/wallets?status=active'],
  ['/a/one//evil.example/x', one, '/evil.example/x'],
  ['/wallets?status=active', several, '/a/one/wallets?status=active'],
  ['//evil.example', several, '/a/one/evil.example'],
  ['//evil.example', one, '/evil.example'],
  ['/a/one/wallets?status=active', several, undefined],
  ['/a/one', several, '/a/one/'],
  ['/a/two/wallets', one, '/'],
  ['/a/two/wallets', several, '/'],
  ['//a/two/wallets', one, '/'],
  ['//a/one/wallets', one, '/wallets'],
  ['\\\\a/one/wallets', several, '/a/one/wallets'],
])('at %s with %j, the right address is %s', (address, session, right) => {
  expect(rightAddress(address, session)).toBe(right);
});

it('is right where it leads', () => {
  const anywhere = fc.oneof(fc.webPath(), fc.string()).map((path) => `/${path}`);
  fc.assert(
    fc.property(
      anywhere,
      fc.string({ minLength: 1 }),
      fc.boolean(),
      (address, accountId, hasSeveralAccounts) => {
        const session = { accountId, hasSeveralAccounts };
        const right = rightAddress(address, session);
        if (right === undefined || right === '/') return;
        expect(right).toMatch(/^\/(?![/\\])/);
        expect(rightAddress(right, session)).toBeUndefined();
      },
    ),
  );
});
