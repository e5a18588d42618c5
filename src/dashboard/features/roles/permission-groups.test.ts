import { expect, it } from 'vitest';
import { rolePermissions } from '#contract/permissions.ts';
import { endpoints } from '#contract/role-matrix.ts';
import { permissionGroups } from './permission-groups.ts';

const items = permissionGroups.flatMap((group) => group.items);

it('has each permission once, with a label of its own', () => {
  expect(items.map(({ permission }) => permission).toSorted()).toEqual([...rolePermissions].toSorted());
  expect(new Set(items.map(({ label }) => label)).size).toBe(items.length);
});

it('names what a permission needs besides itself, where everything that it allows needs the same', () => {
  const needed = items.map(({ permission }) => {
    const besides = endpoints
      .filter(({ consolePermission }) => consolePermission === permission)
      .map((endpoint) => endpoint.permission);
    return [permission, new Set(besides).size === 1 && besides[0] !== null ? besides[0] : undefined];
  });
  expect(items.map(({ permission, besides }) => [permission, besides])).toEqual(needed);
});
