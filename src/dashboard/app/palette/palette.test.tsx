import { HeadlessMantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { Session } from '#contract/gateway/sessions.ts';
import { lackingOf, neededFor } from '#contract/permissions.ts';
import { startSession } from '#dashboard/testing-session.ts';
import type { Page } from '../page.ts';
import { pages } from '../pages.ts';
import { textOf } from '../testing-page.tsx';
import { sessionsByRole } from '../testing-roles.ts';
import { Palette } from './palette.tsx';

const noAction = () => undefined;

const named = (pages as readonly Page[]).filter(({ keywords }) => keywords !== undefined);

/** What the palette offers in a session once this is typed: the first of it is what Enter opens. */
function offered(typed: string, session: Partial<Session> = {}) {
  const client = new QueryClient();
  startSession(client, session);
  const html = renderToStaticMarkup(
    // Draws a dialog where it is opened: there is no document for a portal.
    <HeadlessMantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <Palette typed={typed} onClose={noAction} onShortcuts={noAction} />
        </MemoryRouter>
      </QueryClientProvider>
    </HeadlessMantineProvider>,
  );
  const options = html.matchAll(/<div ([^>]*role="option"[^>]*)>(.*?)<\/div>/gs);
  return Array.from(options, ([, attributes = '', content = '']) => ({
    id: /id="([^"]*)"/.exec(attributes)?.[1],
    isChosen: attributes.includes('aria-selected="true"'),
    text: textOf(content),
  }));
}

it.each(sessionsByRole)(
  'before anything is typed, the palette offers $who each page that they may open, once, and no other',
  ({ session }) => {
    const options = offered('', session);
    const held = { permissions: session.permissions, consolePermissions: session.console_permissions };
    const timesOffered = ({ command, title }: Page) => {
      const wanted = command === undefined ? `${title} Pages` : `${command} Commands`;
      return options.filter(({ text }) => text === wanted).length;
    };
    expect(named.map((page) => [page.path, timesOffered(page)])).toEqual(
      named.map((page) => [page.path, lackingOf(held, neededFor(page)).length === 0 ? 1 : 0]),
    );
  },
);

it('the palette finds all that helps by that word', () => {
  expect(offered('help').map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Documentation Pages', 'Keyboard shortcuts Commands', 'API reference Commands']),
  );
});

it('the palette finds documents by the words of their summary', () => {
  expect(offered('derivation')[0]).toMatchObject({ id: 'palette-doc-recovery', isChosen: true });
});
