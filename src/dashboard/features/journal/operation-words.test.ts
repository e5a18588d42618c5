import { expect, it } from 'vitest';
import { gatewayOperations } from '#contract/gateway/operations.ts';
import { isChange } from '#contract/operation.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { operationWords } from './operation-words.ts';
import { recordedOperations } from './recorded-operations.ts';

it('lists every operation that changes something', () => {
  const changing = [...walletServiceOperations, ...gatewayOperations].filter(isChange);
  expect(recordedOperations.toSorted()).toEqual(changing.map(({ id }) => id).toSorted());
});

it('has words for each, and for one that it does not know', () => {
  const said = recordedOperations.map(operationWords);
  expect(new Set(said).size).toBe(said.length);
  for (const each of said) expect(each).toMatch(/^[A-Z][\w ]+$/);
  expect(operationWords('renameWallet')).toBe('Rename wallet');
  expect(operationWords('mintSomething')).toBe('Mint something');
});
