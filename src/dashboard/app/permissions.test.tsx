import { HeadlessMantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { createBookEntry } from '#contract/gateway/address-book.ts';
import { listAuditLog } from '#contract/gateway/audit-log.ts';
import { noLimits } from '#contract/gateway/limits.ts';
import { createRole } from '#contract/gateway/roles.ts';
import type { Session } from '#contract/gateway/sessions.ts';
import { readWebhook } from '#contract/gateway/webhook.ts';
import { changeWithdrawalRules } from '#contract/gateway/withdrawal-rules.ts';
import type { Access } from '#contract/permissions.ts';
import { call } from '#dashboard/api/client.ts';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import type { On } from '#dashboard/session/limits.ts';
import { sessionQueries, usePermission } from '#dashboard/session/session.queries.ts';
import { testUser } from '#dashboard/testing-session.ts';

afterEach(() => vi.unstubAllGlobals());

/** Why a session may not use something; empty: it may. */
function refusalFor(session: Partial<Session>, access: Access, on?: On): string {
  const client = new QueryClient();
  client.setQueryData(sessionQueries.current().queryKey, {
    missing_operations: [],
    limits: noLimits,
    ...session,
  } as Session);
  return shown(
    <QueryClientProvider client={client}>
      <Refusal access={access} on={on} />
    </QueryClientProvider>,
  );
}

function Refusal({ access, on }: { access: Access; on: On | undefined }) {
  return usePermission(access, { on }).reason;
}

function shown(element: ReactNode): string {
  const html = renderToStaticMarkup(
    <HeadlessMantineProvider>
      <MemoryRouter>{element}</MemoryRouter>
    </HeadlessMantineProvider>,
  );
  return html.replaceAll(/<[^>]+>/g, '');
}

it('allows an API key all that the console does, if it has the permission of the wallet service', () => {
  const key = { user: null, key_name: 'Back office', console_permissions: null };
  expect(refusalFor({ ...key, permissions: ['withdrawals:write'] }, createBookEntry)).toBe('');
  expect(refusalFor({ ...key, permissions: null }, createBookEntry)).toBe('');
  expect(refusalFor({ ...key, permissions: [] }, createBookEntry)).toBe(
    'The API key “Back office” doesn’t have the withdrawals:write permission.',
  );
});

it('names all that a user’s role lacks, and who can grant it', () => {
  const of = { user: testUser, key_name: 'Back office' };
  expect(
    refusalFor(
      { ...of, permissions: ['withdrawals:write'], console_permissions: ['address-book:write'] },
      createBookEntry,
    ),
  ).toBe('');
  expect(
    refusalFor({ ...of, permissions: ['withdrawals:write'], console_permissions: [] }, createBookEntry),
  ).toBe('Your role doesn’t include address-book:write. An administrator of the account can grant it.');
  expect(refusalFor({ ...of, permissions: [], console_permissions: [] }, createBookEntry)).toBe(
    'Your role doesn’t include withdrawals:write and address-book:write. An administrator of the account can grant it.',
  );
});

it('says where limits rule out what a user’s role allows, and who can change them', () => {
  const ofTron = { user: testUser, permissions: null, limits: { networks: ['trx'], wallet_tags: [] } };
  const refusal = 'You can make changes only on Tron. To change your limits, ask an administrator.';
  const refusalOn = (network: string | undefined) => refusalFor(ofTron, createBookEntry, { network });
  expect(refusalOn('trx')).toBe('');
  expect(refusalOn('eth')).toBe(refusal);
  expect(refusalOn(undefined)).toBe(refusal);
  expect(refusalFor(ofTron, createBookEntry)).toBe('');
  for (const accountWide of [changeWithdrawalRules, createRole]) {
    expect(refusalFor(ofTron, accountWide)).toBe(
      'Users with limits can’t change account-wide settings. To change your limits, ask an administrator.',
    );
  }
  expect(refusalFor(ofTron, readWebhook)).toBe('');
});

it('shows a refusal of the server with the permission that the role lacks', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      {
        code: '403',
        error_code: 'system',
        error_message: 'Your role lacks activity-log:read. An administrator of the account can grant it',
        data: { lacking: ['activity-log:read'] },
      },
      { status: 403 },
    ),
  );
  const error = await call(listAuditLog, { query: {} }).catch((failure: unknown) => failure);
  expect(error).toMatchObject({
    kind: 'forbidden',
    lacking: { permissions: ['activity-log:read'], of: 'role' },
  });
  expect(shown(<ErrorState error={error as Error} />)).toContain(
    'Your role doesn’t include activity-log:read. Ask an administrator of the account for it.',
  );
  const alert = shown(<FailureAlert error={error as Error} />);
  expect(alert).toContain('An administrator of the account can grant it.');
  expect(alert).not.toContain('API key');
});
