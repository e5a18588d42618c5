import { expect, it } from 'vitest';
import { accountWideReason } from '#contract/gateway/limits.ts';
import { gatewayOperations } from '#contract/gateway/operations.ts';
import { isChange, type Operation } from '#contract/operation.ts';
import type { ConsolePermission } from '#contract/permissions.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { limitRules } from './limit-rules.ts';

const operations: readonly Operation[] = [...walletServiceOperations, ...gatewayOperations];
const changes = operations.filter(isChange);

it('decides for every operation that changes something, and for no other', () => {
  expect([...limitRules.keys()].toSorted()).toEqual(changes.map(({ id }) => id).toSorted());
});

it('holds each operation to what its own body says', () => {
  const held = [...limitRules].flatMap(([id, rule]) =>
    'operation' in rule ? [[id, rule.operation.id]] : [],
  );
  expect(held.filter(([id, own]) => id !== own)).toEqual([]);
});

it('refuses every change of rules, sanctions lists, events and API keys, and whatever else is account-wide', () => {
  const permissions = new Set<ConsolePermission>([
    'rules:write',
    'sanctions:write',
    'events:write',
    'keys:write',
  ]);
  const accountWide = changes.filter(
    ({ consolePermission, isAccountWide }) =>
      isAccountWide === true || (consolePermission !== undefined && permissions.has(consolePermission)),
  );
  expect(accountWide.length).toBeGreaterThan(10);
  for (const { id } of accountWide)
    expect([id, limitRules.get(id)]).toEqual([id, { refused: accountWideReason }]);
});
