import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Session } from '#contract/gateway/sessions.ts';
import { forgetProviderLimits } from '#dashboard/api/provider-limits.ts';
import { type FakeProvider, signInTo, stubProvider } from '#dashboard/testing-service.ts';
import { readWithdrawal } from './read-withdrawal.ts';

const withdrawals = Array.from({ length: 2000 }, (_, n) => ({ request_id: `wd_${n}`, status: 'new' }));

async function read(id: string, mode: Session['mode'], provider: FakeProvider) {
  stubProvider(provider);
  const client = new QueryClient();
  signInTo(mode, client);
  return await readWithdrawal(id, { client, signal: new AbortController().signal });
}

beforeEach(forgetProviderLimits);
afterEach(() => vi.unstubAllGlobals());

it('finds a request with the operation that is published for it', async () => {
  expect(await read('wd_1999', 'remote', { withdrawals, ignores: ['request_id'] })).toMatchObject({
    state: 'found',
    value: { value: { request_id: 'wd_1999' } },
  });
});

it('takes “not found” for proof from our own service, and where the operation finds others', async () => {
  expect(await read('wd_none', 'embedded', { withdrawals })).toEqual({ state: 'absent' });
  expect(await read('wd_none', 'remote', { withdrawals, ignores: ['request_id'] })).toEqual({
    state: 'absent',
  });
});

it('can’t tell where a provider has no such operation and ignores the filter of its long list', async () => {
  const provider = { withdrawals, ignores: ['request_id'], lacksOneWithdrawal: true };
  expect(await read('wd_1999', 'remote', provider)).toMatchObject({ state: 'unknown' });
});

it('searches the list where a provider has no such operation', async () => {
  const provider = { withdrawals, lacksOneWithdrawal: true };
  expect(await read('wd_1999', 'remote', provider)).toMatchObject({ state: 'found' });
  expect(await read('wd_none', 'remote', provider)).toEqual({ state: 'absent' });
});
