import { afterEach, describe, expect, it, vi } from 'vitest';
import { showPage } from './testing-page.tsx';
import { newWithdrawalFrom } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';

afterEach(() => vi.unstubAllGlobals());

const service = '/api/prod/v1';

const latest = {
  request_id: 'wd_1',
  external_id: 'payroll 1',
  amount: '25',
  currency: 'USDT',
  network: 'trx',
  sender_wallet: 'exchange',
  recipient_wallet: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
  fee: '1.5',
  status: 'new',
  created_at: '2026-11-22T02:03:04.000Z',
  updated_at: '2026-11-22T02:03:04.000Z',
};

/** Opens the form for a payment of 20 out of the pool, with a provider that states no fees and has made these requests. */
async function fill(currency: 'USDT' | 'USDC', fee: 'included' | 'added', requests: readonly object[]) {
  const path = newWithdrawalFrom({ sender: 'exchange', network: 'trx', currency, amount: '20', fee });
  const { html } = await showPage(
    path,
    {},
    {
      '/console/withdrawal-fees': { fees: null },
      [`${service}/withdrawal-requests`]: {
        success: true,
        data: requests,
        meta: { limit: 1, offset: 0, total: requests.length },
      },
      [`${service}/user-balances`]: {
        user_id: 'u',
        balances: { accounting: { trx_eth: { USDT: { available: 500 }, USDC: { available: 500 } } } },
      },
    },
  );
  const summary = /<dl aria-label="Summary">(.*?)<\/dl>/s.exec(html)?.[1] ?? '';
  const lines = [...summary.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)];
  return {
    html,
    moved: Object.fromEntries(
      lines.map(([, name = '', value = '']) => [name, value.replaceAll(/<[^>]+>/g, '')]),
    ),
  };
}

/** The button that enters everything, with what describes it. */
function maxButton(html: string): { isOff: boolean; description: string } {
  const button = /<button[^>]*aria-label="Max amount"[^>]*>/.exec(html)?.[0] ?? '';
  const id = /aria-describedby="([^"]+)"/.exec(button)?.[1] ?? 'none';
  const description =
    html
      .split(`id="${id}"`)[1]
      ?.replace(/^[^>]*>/, '')
      .split('<')[0] ?? '';
  return { isOff: button.includes('aria-disabled="true"'), description };
}

describe('if the provider states no fees', () => {
  it('shows the fee of the latest request like it as an estimate, on the side that pays it', async () => {
    const included = await fill('USDT', 'included', [latest]);
    expect(included.moved).toEqual({
      Debited: '20 USDT',
      Fee: 'about 1.5 USDT',
      'Recipient gets': 'about 18.5 USDT',
      'Remaining balance': '480 USDT',
    });
    expect(maxButton(included.html)).toEqual({ isOff: false, description: '' });

    const added = await fill('USDT', 'added', [latest]);
    expect(added.moved).toEqual({
      Debited: 'about 21.5 USDT',
      Fee: 'about 1.5 USDT',
      'Recipient gets': '20 USDT',
      'Remaining balance': 'about 478.5 USDT',
    });
    // What an estimate leaves may be too little for the fee.
    expect(maxButton(added.html)).toEqual({
      isOff: true,
      description: 'The provider sets the fee. To withdraw everything, deduct it from the amount.',
    });
  });

  it.each([
    ['there is none', []],
    ['it is of another currency', [latest]],
    ['it is of another network', [{ ...latest, currency: 'USDC', network: 'eth' }]],
  ])('claims no fee if %s', async (_what, requests) => {
    const unknown = { Fee: 'set by the provider' };
    expect((await fill('USDC', 'added', requests)).moved).toEqual({
      ...unknown,
      Debited: 'known after you submit',
      'Recipient gets': '20 USDC',
    });
    expect((await fill('USDC', 'included', requests)).moved).toEqual({
      ...unknown,
      Debited: '20 USDC',
      'Recipient gets': 'known after you submit',
      'Remaining balance': '480 USDC',
    });
  });
});
