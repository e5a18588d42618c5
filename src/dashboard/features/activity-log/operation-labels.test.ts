import { expect, it } from 'vitest';
import { changeIds } from '#dashboard/api/stale.ts';
import { operationLabel } from './operation-labels.ts';

it('gives each operation that changes something a label of its own, and one to an unknown operation', () => {
  const labels = changeIds.map(operationLabel);
  expect(new Set(labels).size).toBe(labels.length);
  for (const each of labels) expect(each).toMatch(/^[A-Z][\w ]+$/);
  expect(operationLabel('renameWallet')).toBe('Rename wallet');
  expect(operationLabel('mintSomething')).toBe('Mint something');
});
