import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropDraft, type Draft, findDraft, keepDraft } from './draft.ts';
import { emptyFields } from './withdrawal-fields.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => vi.unstubAllGlobals());

const draft: Draft = {
  account: 'mine',
  search: '?sender=user',
  isSent: false,
  fields: emptyFields({ sender: 'user', network: 'trx', currency: 'USDT', wallet: '' }),
};

it('is found again at the address that it was entered on, with its external id', () => {
  keepDraft(draft);
  expect(findDraft('mine', '?sender=user')).toEqual(draft);
  expect(findDraft('mine', '?sender=exchange')).toBeUndefined();
});

it('is found wherever the form is opened once it was sent, until it is answered', () => {
  keepDraft({ ...draft, isSent: true });
  expect(findDraft('mine', '?sender=exchange')).toEqual({ ...draft, isSent: true });
  dropDraft('mine');
  expect(findDraft('mine', '?sender=exchange')).toBeUndefined();
});

it('is invisible to other accounts', () => {
  keepDraft({ ...draft, isSent: true });
  expect(findDraft('another account', '?sender=user')).toBeUndefined();
});

it('is kept while the same tab is used in another account', () => {
  keepDraft({ ...draft, isSent: true });
  keepDraft({ ...draft, account: 'another account' });
  dropDraft('another account');
  expect(findDraft('mine', '?sender=user')).toEqual({ ...draft, isSent: true });
});

it.each(['', 'null', '{}', '{"account":"mine","isSent":true,"search":"","fields":{"sender":"x"}}'])(
  'is none where %j is stored',
  (text) => {
    stored.set('new-withdrawal:mine', text);
    expect(findDraft('mine', '?sender=user')).toBeUndefined();
  },
);

it('is done without where storage is forbidden', () => {
  vi.stubGlobal('sessionStorage', undefined);
  keepDraft(draft);
  dropDraft('mine');
  expect(findDraft('mine', '?sender=user')).toBeUndefined();
});
