import { HeadlessMantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { LedgerCheck } from '#contract/gateway/ledger-check.ts';
import { noLimits } from '#contract/gateway/limits.ts';
import type { Session } from '#contract/gateway/sessions.ts';
import type { Permission } from '#contract/permissions.ts';
import { sessionQueries } from '#dashboard/session/session.queries.ts';
import { ledgerCheckQuery } from './ledger-check.queries.ts';
import { PaymentsPaused } from './payments-paused.tsx';

const check = {
  checked_at: '2026-01-31T12:00:00Z',
  history_checked_at: null,
  is_late: false,
  are_payments_stopped: true,
  fault_count: 1,
  faults: [],
  may_resume: false,
} satisfies LedgerCheck;

function shown(answer: LedgerCheck | null | undefined): string {
  const client = new QueryClient();
  const session: Partial<Session> = {
    mode: 'embedded',
    permissions: ['balances:read'] as Permission[],
    limits: noLimits,
  };
  client.setQueryData(sessionQueries.current().queryKey, session as Session);
  if (answer !== undefined) client.setQueryData(ledgerCheckQuery.queryKey, answer);
  return renderToStaticMarkup(
    <HeadlessMantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <PaymentsPaused />
        </MemoryRouter>
      </QueryClientProvider>
    </HeadlessMantineProvider>,
  );
}

it('says on submitting a withdrawal that payments are paused, with a link to the faults', () => {
  const html = shown(check);
  expect(html).toContain('Payments are paused because the ledger check found a fault.');
  expect(html).toContain('href="/ledger-check"');
});

it("says nothing while payments aren't paused", () => {
  expect(shown({ ...check, are_payments_stopped: false })).toBe('');
});

it('says nothing if there is no ledger to check, or before the answer is there', () => {
  expect([shown(null), shown(undefined)]).toEqual(['', '']);
});
