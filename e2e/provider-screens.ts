import { expect } from '@playwright/test';
import type { Capability, ProviderCapabilities } from '../src/contract/gateway/capabilities.ts';
import type { Screen } from './screen.ts';

const found = (operation: string, aspect: string, changes: Partial<Capability> = {}): Capability => ({
  operation,
  aspect,
  state: 'disproved',
  detail: 'ignored',
  suggested_name: null,
  found_at: '2026-11-20T08:15:30.000Z',
  ...changes,
});
const proved = { state: 'proved', detail: null } as const;

const capabilities: ProviderCapabilities = {
  provider: 'provider.example',
  looked_at: '2026-11-20T08:16:00.000Z',
  is_looking: false,
  problem: 'The provider didn’t respond in time.',
  capabilities: [
    found('listWallets', 'operation', proved),
    found('listWallets', 'network', { suggested_name: 'chain' }),
    found('listWallets', 'type', { detail: 'unknown parameter' }),
    found('listTransactions', 'operation', proved),
    found('listTransactions', 'status', proved),
    found('listTransactions', 'sort_by=status'),
    found('createWallet', 'operation', { detail: null }),
  ],
  parameters: { '*': { limit: 'page_size' } },
};

/** What a remote provider can do. */
export const providerScreens: Screen[] = [
  {
    name: 'what a provider can do, with gaps and suggested settings',
    async show(page) {
      await page.route('**/console/provider-capabilities', (route) =>
        route.fulfill({
          json: { code: '200', error_code: null, error_message: null, data: { found: capabilities } },
        }),
      );
      await page.goto('/settings/provider');
      await expect(page.getByRole('heading', { name: 'Suggested settings' })).toBeVisible();
    },
  },
];
