import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { signInTo } from '#dashboard/testing-service.ts';
import { CreateRow, type Creation, CreationGap } from './create-row.tsx';

const creation: Creation = {
  permission: 'wallets:write',
  needs: 'createWallet',
  path: '/wallets/new',
  label: 'New wallet',
  fromFile: { path: '/wallets/import', label: 'Import CSV' },
};

function shown(missing: string[]): string {
  const client = new QueryClient();
  signInTo('remote', client, missing);
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <CreateRow creation={creation} />
          <CreationGap needs="createWallet" />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it('offers what the provider can make', () => {
  expect(shown(['deleteWallet'])).toMatch(/Import CSV.*New wallet/);
  expect(shown(['deleteWallet'])).not.toContain('doesn’t support');
});

it('says what the provider can’t make, and offers no button for it', () => {
  const page = shown(['createWallet']);
  expect(page).toContain('This provider doesn’t support creating wallets through its interface.');
  expect(page).not.toMatch(/New wallet|Import CSV/);
});
