import type { Page } from '@playwright/test';

const notScreened = { state: 'not_screened', named_by: [], is_named_by_report: false, screened_against: [] };

/** A watched subject whose result has changed, and one that waits for the budget. */
export const watched = {
  watches: [
    {
      id: 'watch_1',
      kind: 'address',
      network: 'eth',
      value: '0x8589427373D6D84E98730D7795D8f6f8731FDA16',
      every_days: 7,
      version: 1,
      key_name: 'Compliance',
      created_at: '2026-01-02T03:04:05.000Z',
      next_at: '2026-02-02T03:04:05.000Z',
      hindrance: null,
      is_running: false,
      sanctions: notScreened,
      last: {
        check_id: 'aml_2',
        score: '80',
        band: 'severe',
        is_not_found: false,
        ended_at: '2026-01-26T03:04:05.000Z',
      },
      before: {
        check_id: 'aml_1',
        score: '5',
        band: 'low',
        is_not_found: false,
        ended_at: '2026-01-19T03:04:05.000Z',
      },
      is_news: true,
    },
    {
      id: 'watch_2',
      kind: 'address',
      network: 'trx',
      value: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
      every_days: 45,
      version: 3,
      key_name: null,
      created_at: '2026-01-02T03:04:05.000Z',
      next_at: '2026-03-01T00:00:00.000Z',
      hindrance: 'budget',
      is_running: false,
      sanctions: notScreened,
      last: null,
      before: null,
      is_news: false,
    },
  ],
  budget: { per_month: 1, spent: 1, renewed_at: '2026-03-01T00:00:00.000Z', version: 1 },
};

const ok = { code: '200', error_code: null, error_message: null };

/** Lets the page find these subjects in monitoring. */
export async function showWatches(page: Page, data: object): Promise<void> {
  await page.route('**/console/aml/watches', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: { ...ok, data } }) : route.fallback(),
  );
}
