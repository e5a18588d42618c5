import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Session } from '#contract/gateway/sessions.ts';
import { forgetProviderLimits } from '#dashboard/api/provider-limits.ts';
import { type FakeProvider, signInTo, stubProvider } from '#dashboard/testing-service.ts';
import { completeSides, fetchWithdrawal } from './withdrawal.queries.ts';
import { searchFilters } from './withdrawal-search.ts';

const withdrawals = Array.from({ length: 2000 }, (_, n) => ({ request_id: `wd_${n}`, status: 'new' }));

async function read(id: string, mode: Session['mode'], provider: FakeProvider) {
  stubProvider(provider);
  const client = new QueryClient();
  signInTo(mode, client);
  return await fetchWithdrawal(id, { client, signal: new AbortController().signal });
}

beforeEach(forgetProviderLimits);
afterEach(() => vi.unstubAllGlobals());

it('finds a request with the operation that is published for it', async () => {
  expect(await read('wd_1999', 'remote', { withdrawals, ignores: ['request_id'] })).toMatchObject({
    state: 'found',
    value: { value: { request_id: 'wd_1999' } },
  });
});

it('trusts “not found” from our own service, and if the operation finds others', async () => {
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

const sender = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const recipient = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const request = { sender_wallet: 'exchange', recipient_wallet: 'TR7NHqj…gjLj6t' };
const transaction = (value: { sender_wallet: string; recipient_wallet: string }) => ({
  isWhole: false as const,
  value,
  problems: [],
});

it("uses the detail's address for a shortened one, and leaves labels unchanged", () => {
  expect(completeSides(request, { recipient_wallet: recipient })).toEqual({
    sender_wallet: 'exchange',
    recipient_wallet: recipient,
  });
});

it("uses the transaction's address if the detail has shortened it too", () => {
  const transactions = [transaction({ sender_wallet: sender, recipient_wallet: recipient })];
  expect(completeSides(request, request, transactions).recipient_wallet).toBe(recipient);
});

it('changes no address that is whole, and keeps the short form where nothing completes it', () => {
  expect(completeSides({ recipient_wallet: sender }, { recipient_wallet: recipient })).toEqual({
    recipient_wallet: sender,
  });
  expect(completeSides(request, request).recipient_wallet).toBe('TR7NHqj…gjLj6t');
});

it.each([
  ['wd_0190a6f0', { request_id: 'wd_0190a6f0', external_id: undefined }],
  ['INV-1', { request_id: undefined, external_id: 'INV-1' }],
  ['', { request_id: undefined, external_id: '' }],
  // Longer than any request id may be.
  [`wd_${'x'.repeat(62)}`, { request_id: undefined, external_id: `wd_${'x'.repeat(62)}` }],
])('looks for “%s” where it can be found', (id, filters) => {
  expect(searchFilters(id, false)).toMatchObject(filters);
});

it('looks for a part of an ID, a reference or an address where the service can', () => {
  expect(searchFilters('INV', true)).toEqual({
    search: 'INV',
    request_id: undefined,
    external_id: undefined,
  });
  expect(searchFilters('IN', true)).toMatchObject({ search: undefined, external_id: 'IN' });
});
