import { expect, it } from 'vitest';
import { changeIds } from '#dashboard/api/stale.ts';
import { operationWords } from './operation-words.ts';

it('has words for each operation that changes something, and for one that it does not know', () => {
  const said = changeIds.map(operationWords);
  expect(new Set(said).size).toBe(said.length);
  for (const each of said) expect(each).toMatch(/^[A-Z][\w ]+$/);
  expect(operationWords('renameWallet')).toBe('Rename wallet');
  expect(operationWords('mintSomething')).toBe('Mint something');
});
