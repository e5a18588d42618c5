import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropInterruptedImport, findInterruptedImport, keepList } from './interrupted-import.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => vi.unstubAllGlobals());

const list = { fileName: 'salaries.csv', text: 'source,…', idBeginning: 'csv', isPasted: true };

it('is found again by the account that sent it, and by no other, until it is dropped', () => {
  expect(keepList('mine', list)).toBe(true);
  expect(findInterruptedImport('mine')).toEqual({ ...list, startedAt: expect.stringMatching(/^\d{4}-/) });
  expect(findInterruptedImport('another account')).toBeUndefined();
  dropInterruptedImport('mine');
  expect(findInterruptedImport('mine')).toBeUndefined();
});

it('is found as stored by an earlier version, as one of a file', () => {
  const { isPasted: _new, ...earlier } = { ...list, startedAt: '2026-01-02T03:04:05.000Z' };
  stored.set('withdrawal-list:mine', JSON.stringify(earlier));
  expect(findInterruptedImport('mine')).toEqual({ ...earlier, isPasted: false });
});

it.each(['', 'null', '{}', '{"fileName":1}'])('is none where %j is stored', (text) => {
  stored.set('withdrawal-list:mine', text);
  expect(findInterruptedImport('mine')).toBeUndefined();
});

it('is done without, and said to be, where storage is forbidden or full', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(keepList('mine', list)).toBe(false);
  dropInterruptedImport('mine');
  expect(findInterruptedImport('mine')).toBeUndefined();
});
