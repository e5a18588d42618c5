import { HeadlessMantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { SignInOptions } from '#contract/gateway/sign-in.ts';
import { Component as SignInPage } from './sign-in-page.tsx';
import { signInOptionsQuery } from './sign-in.queries.ts';

function shown(proxy_notice: string | null): string {
  const client = new QueryClient();
  const options: SignInOptions = { mode: 'sandbox', provider: null, sandbox_keys: [], proxy_notice };
  client.setQueryData(signInOptionsQuery.queryKey, options);
  return renderToStaticMarkup(
    <HeadlessMantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <SignInPage />
        </MemoryRouter>
      </QueryClientProvider>
    </HeadlessMantineProvider>,
  );
}

it('says on the start page what to set behind a proxy that is not trusted', () => {
  expect(shown('Set TRUST_PROXY to the proxy’s address.')).toContain(
    'Set TRUST_PROXY to the proxy’s address.',
  );
  expect(shown(null)).not.toContain('TRUST_PROXY');
});
