import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Session } from '#contract/gateway/sessions.ts';
import { forgetProviderLimits } from '#dashboard/api/provider-limits.ts';
import { type FakeProvider, signInTo, stubProvider } from '#dashboard/testing-service.ts';
import { parseListState } from '#dashboard/list/list-state.ts';
import { listRows } from '#dashboard/list/list-rows.queries.ts';
import { walletQueries, wallets } from './wallets.queries.ts';

const all = Array.from({ length: 700 }, (_, n) => ({ address: `T${n}`, network: 'trx', name: `W${n}` }));

let client = new QueryClient();

function start(mode: Session['mode'], provider: FakeProvider) {
  const stub = stubProvider(provider);
  client = new QueryClient();
  signInTo(mode, client);
  return stub;
}

const show = async (address: string) => await client.fetchQuery(walletQueries.detail(client, address));

beforeEach(forgetProviderLimits);
afterEach(() => vi.unstubAllGlobals());

it('finds a wallet of a provider that ignores the filter by address', async () => {
  start('remote', { wallets: all, ignores: ['address'] });
  expect(await show('T650')).toMatchObject({ lookup: { state: 'found' }, row: { value: { name: 'W650' } } });
});

it('says that there is none only after all wallets were read, but at once with our own service', async () => {
  start('remote', { wallets: all, ignores: ['address'] });
  expect(await show('T_none')).toEqual({ lookup: { state: 'absent' }, row: undefined });
  const { asked } = start('embedded', { wallets: all });
  expect(await show('T_none')).toEqual({ lookup: { state: 'absent' }, row: undefined });
  expect(asked).toHaveLength(1);
});

it('keeps the wallet that a list has shown where not all wallets can be read', async () => {
  start('remote', { wallets: all, ignores: ['address', 'offset'] });
  const first = parseListState(wallets.schema, new URLSearchParams('limit=300'));
  await client.fetchQuery(listRows(client, wallets, first, 'UTC'));
  // Now among others, and out of reach.
  const gone = all.filter(({ address }) => address !== 'T5');
  stubProvider({ wallets: gone, ignores: ['address', 'offset'] });
  expect(await show('T5')).toMatchObject({ lookup: { state: 'unknown' }, row: { value: { name: 'W5' } } });
});
