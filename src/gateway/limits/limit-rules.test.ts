import { expect, it } from 'vitest';
import { wholeAccountPermissions } from '#contract/gateway/limits.ts';
import { gatewayOperations } from '#contract/gateway/operations.ts';
import { isChange, type Operation } from '#contract/operation.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { limitRules } from './limit-rules.ts';

const operations: readonly Operation[] = [...walletServiceOperations, ...gatewayOperations];
const changes = operations.filter(isChange);
const rules = new Map(Object.entries(limitRules));

it('decides for every operation that changes something, and for no other', () => {
  expect([...rules.keys()].toSorted()).toEqual(changes.map(({ id }) => id).toSorted());
});

it('holds each operation to what its own body says', () => {
  const held = [...rules].flatMap(([id, rule]) => ('operation' in rule ? [[id, rule.operation.id]] : []));
  expect(held.filter(([id, own]) => id !== own)).toEqual([]);
});

it('refuses everything that pages show as refused with limits', () => {
  const shown = changes.filter(
    ({ consolePermission: needed }) => needed !== undefined && wholeAccountPermissions.has(needed),
  );
  expect(shown.length).toBeGreaterThan(10);
  for (const { id } of shown)
    expect([id, rules.get(id)]).toEqual([id, { refused: 'This applies to the whole account' }]);
});
