import { expect, it, vi } from 'vitest';
import type { LoadedSanctionsList } from '#contract/gateway/sanctions-lists.ts';
import type { Permission } from '#contract/permissions.ts';
import { sanctionsListsQuery } from './sanctions-lists.queries.ts';
import { loadedList, markupOf } from '#dashboard/entities/aml/aml-testing.tsx';
import { SanctionsLists } from './sanctions-lists.tsx';

// Settings that all tabs share are listened for as soon as they are loaded.
vi.hoisted(() => vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { pathname: '/' } })));

function shown(lists: LoadedSanctionsList[], permissions: Permission[]): string {
  const { queryKey } = sanctionsListsQuery;
  return markupOf(<SanctionsLists />, {
    permissions,
    answers: (client) => client.setQueryData(queryKey, { lists }),
  });
}

it('warns while no list is loaded, and lets every key that may screen load one', () => {
  const html = shown([], ['transactions:read', 'aml:check']);
  expect(html).toContain('No sanctions list is loaded, so addresses aren’t screened for sanctions.');
  expect(html).toContain('aria-label="Load a sanctions list"');
});

it('names each loaded list with its date and size, and who loaded it', () => {
  const html = shown([loadedList], ['aml:check']);
  expect(html).toContain('OFAC SDN (2026-11-20, 1,234 addresses)');
  expect(html).toContain('Loaded by Compliance');
  expect(html).not.toContain('No sanctions list is loaded');
});

it('offers neither to load nor to remove one to a key that may not screen', () => {
  const html = shown([loadedList], ['transactions:read']);
  expect(html).toContain('OFAC SDN');
  expect(html).not.toMatch(/aria-label="(?:Load a sanctions list|Remove OFAC SDN)"/);
});
