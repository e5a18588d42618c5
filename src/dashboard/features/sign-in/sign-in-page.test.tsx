import { HeadlessMantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { SignInOptions } from '#contract/gateway/sign-in.ts';
import { signInOptionsQuery } from '#dashboard/entities/sign-in/sign-in-options.queries.ts';
import { Component as SignInPage } from './sign-in-page.tsx';

function shown(change: Partial<SignInOptions>, search = ''): string {
  const client = new QueryClient();
  const options: SignInOptions = {
    mode: 'sandbox',
    provider: null,
    sandbox_users: [],
    proxy_notice: null,
    has_users: false,
    accepts_keys: true,
    awaits_setup: false,
    identity_provider: null,
    passkeys: 'available',
    ...change,
  };
  client.setQueryData(signInOptionsQuery.queryKey, options);
  return renderToStaticMarkup(
    <HeadlessMantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[`/sign-in${search}`]}>
          <SignInPage />
        </MemoryRouter>
      </QueryClientProvider>
    </HeadlessMantineProvider>,
  );
}

it('says on the start page what to set behind a proxy that is not trusted', () => {
  expect(shown({ proxy_notice: 'Set TRUST_PROXY to the proxy’s address.' })).toContain(
    'Set TRUST_PROXY to the proxy’s address.',
  );
  expect(shown({})).not.toContain('TRUST_PROXY');
});

it('asks for an API key alone where there are no users', () => {
  const page = shown({});
  expect(page).toContain('name="api-key"');
  expect(page).not.toContain('passkey');
  expect(page).not.toContain('type="email"');
});

it('says where the setup link is as long as nobody can administer the console', () => {
  expect(shown({ awaits_setup: true })).toContain('setup link');
  expect(shown({})).not.toContain('setup link');
});

it('offers users a passkey first, then their password, and an API key last', () => {
  const page = shown({ has_users: true });
  const places = [
    'Sign in with passkey',
    'autoComplete="username"',
    'autoComplete="current-password"',
    'Use an API key',
  ].map((text) => page.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(page).not.toContain('name="api-key"');
  expect(shown({ has_users: true, accepts_keys: false })).not.toContain('Use an API key');
});

it('says that passkeys need HTTPS, and offers the password', () => {
  const page = shown({ has_users: true, passkeys: 'needs-https' });
  expect(page).toContain('Passkeys need an HTTPS connection.');
  expect(page).not.toContain('Sign in with passkey');
  expect(page).toContain('autoComplete="current-password"');
});

it('offers the sandbox’s users by name and role, whatever else there is to sign in with', () => {
  const olivia = {
    id: 'user_sandbox_operator',
    name: 'Olivia Hart',
    roles: ['Operator', 'Viewer'],
    description: null,
  };
  expect(shown({})).not.toContain('Or try the sandbox as');
  for (const has_users of [false, true]) {
    const page = shown({ has_users, sandbox_users: [olivia] });
    expect(page).toContain('Or try the sandbox as');
    expect(page.replaceAll(/<[^>]*>/g, '')).toContain('Olivia Hart, Operator, Viewer');
  }
});

it('tells whom no group lets in whom to ask', () => {
  const refusal = 'None of your groups gives you access to this console. Ask your administrator.';
  const options = { has_users: true, identity_provider: { name: 'Example Inc.' } };
  expect(shown(options, '?problem=no-role')).toContain(refusal);
  expect(shown(options)).not.toContain(refusal);
});
