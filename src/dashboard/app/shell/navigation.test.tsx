import { afterEach, expect, it, vi } from 'vitest';
import { lackingOf, neededFor } from '#contract/permissions.ts';
import type { Page } from '../page.ts';
import { pages } from '../pages.ts';
import { showPage, textOf } from '../testing-page.tsx';
import { sessionsByRole } from '../testing-roles.ts';

afterEach(() => vi.unstubAllGlobals());

const inNavigation = (pages as readonly Page[]).filter(({ navigation }) => navigation !== undefined);

/** The links of the navigation, in their order. */
function linksOf(html: string) {
  const [, navigation = ''] = /<nav [^>]*aria-label="Main"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
  return Array.from(navigation.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs), ([, attributes = '', content = '']) => ({
    label: textOf(content),
    path: /href="([^"]*)"/.exec(attributes)?.[1],
    isCurrent: attributes.includes('aria-current="page"'),
  }));
}

it.each(sessionsByRole)('the navigation leads $who exactly to what they may open', async ({ session }) => {
  const { html } = await showPage('/help', session);
  const held = { permissions: session.permissions, consolePermissions: session.console_permissions };
  expect(linksOf(html)).toEqual(
    inNavigation
      .filter((page) => lackingOf(held, neededFor(page)).length === 0)
      .map(({ navigation, title, path }) => ({ label: navigation?.label ?? title, path, isCurrent: false })),
  );
});

it.each(inNavigation)(
  'the navigation marks $path as open there, and nothing else',
  async ({ path, title }) => {
    const { html, text } = await showPage(path, {});
    expect(linksOf(html).filter(({ isCurrent }) => isCurrent)).toMatchObject([{ path }]);
    expect(html.match(/<h1[^>]*>.*?<\/h1>/gs)?.map(textOf)).toEqual([title]);
    expect(text).not.toContain('No permission to');
  },
);
