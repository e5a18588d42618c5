import { afterEach, expect, it, vi } from 'vitest';
import { showPage, textOf } from './testing-page.tsx';

afterEach(() => vi.unstubAllGlobals());

const balances = {
  user: { eth: { ETH: { available: 1.5 } } },
  accounting: {
    bnb: { BNB: { available: 5 } },
    trx_eth: { USDT: { available: 7, transit: 3, blockchain: 2 } },
  },
};

const line = (type: string, network: string, currency: string, available: string) => ({
  type,
  network,
  currency,
  wallets: 1,
  available,
});

/** The check of these balances against wallets of which a personal one holds this much ETH. */
async function check(eth: string) {
  const lines = [
    line('user', 'eth', 'ETH', eth),
    line('accounting', 'bnb', 'BNB', '4.9'),
    line('accounting', 'trx', 'USDT', '2'),
  ];
  const { html } = await showPage(
    '/balances/check',
    { mode: 'remote' },
    {
      '/api/prod/v1/user-balances': { user_id: 'u', balances },
      '/console/sums/wallets': { unreadable_reason: null, found: { wallets: 3, lines, unreadable: [] } },
      '/console/ledger-check': { rows: null },
    },
  );
  const part = (tag: string, label: string) =>
    html.split(`aria-label="${label}"`)[1]?.split(`</${tag}>`)[0] ?? '';
  return {
    summary: textOf(part('section', 'Result of the check')),
    rows: part('table', 'Balances and wallets').split('<tr').map(textOf),
    html,
  };
}

it('says which balances are only bounded or unchecked without a ledger', async () => {
  const { summary, rows } = await check('1.5');
  expect(summary).toMatch(
    /2 of 5 balances proved to the last digit 2 proved 1 upper bound only 2 not checked/,
  );
  expect(summary).toContain('ledger not available');
  expect(rows.find((row) => row.includes('BNB'))).toContain('Upper bound only');
  expect(rows.filter((row) => row.includes('Not checked'))).toHaveLength(2);
});

it('finds a difference in the last of 18 digits, and says about which balance', async () => {
  const { summary, rows, html } = await check('1.500000000000000001');
  expect(summary).toContain('1 difference found');
  const different = rows.filter((row) => row.includes('Differs'));
  expect(different).toHaveLength(1);
  expect(different[0]).toContain('ETH');
  expect(html).toMatch(/title="Copy -0\.000000000000000001"/);
});
