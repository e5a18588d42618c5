import { expect, type Page } from '@playwright/test';
import type { EventDelivery, EventDestination } from '../src/contract/gateway/event-destinations.ts';
import type { IncomingEvent } from '../src/contract/gateway/incoming-events.ts';
import type { NewWebhook, Webhook } from '../src/contract/gateway/webhook.ts';
import type { Screen } from './screen.ts';

const id = 'evt_0123456789abcdef01234567';

const body = {
  user_id: '42',
  amount: '150.25',
  block: 71_234_567,
  currency: 'USDT',
  direction: 'in',
  external_id: 'order-9001',
  hash: 'ab'.repeat(32),
  status: 'confirmed',
};

const event: IncomingEvent = {
  ...body,
  id,
  created_at: '2026-11-20T08:15:30.123456Z',
  last_received_at: '2026-11-20T08:16:30.123Z',
  times: 3,
  source: '203.0.113.7',
  replayed_at: null,
  block: '71234567',
  created: null,
  fee: 'none',
  recipient_wallet: 'TEdvoHEatmDKvTh3o9vBRB9Vdtbhn4QFhy',
  sender_wallet: null,
  problems: ['fee isn’t a number'],
  body: JSON.stringify({ data: body }),
};

const webhook: Webhook = {
  state: 'ready',
  sources: ['203.0.113.0/24'],
  version: 2,
  updated_at: '2026-11-20T08:00:00.000Z',
  updated_by: 'Operations',
  last_event_at: '2026-11-20T08:16:30.123Z',
  refused: { address: '198.51.100.4', at: '2026-11-20T08:14:00.000Z' },
};

const newWebhook: NewWebhook = {
  ...webhook,
  url: `https://wallets.example/webhooks/transactions/${'Abc123-_'.repeat(5)}xyz`,
};

const delivery: EventDelivery = {
  id: 'dlv_0123456789abcdef01234567',
  transaction_id: 'tx_0123456789abcdef01234567',
  event_status: 'confirmed',
  state: 'delivered',
  attempts: 1,
  created_at: '2026-11-20T08:15:30.123Z',
  next_try_at: null,
  ended_at: '2026-11-20T08:15:31.123Z',
  error: null,
};

const destination: EventDestination = {
  id: 'dst_0123456789abcdef01234567',
  url: 'https://hooks.example/wallet-events',
  created_at: '2026-11-20T08:00:00.000Z',
  created_by: 'Operations',
  last_delivered_at: '2026-11-20T08:15:31.123Z',
  waiting: 1,
  failed: 1,
  latest: [
    {
      ...delivery,
      id: 'dlv_0123456789abcdef01234569',
      event_status: 'pending',
      state: 'waiting',
      attempts: 2,
      next_try_at: '2026-11-20T08:20:00.000Z',
      ended_at: null,
      error: 'It responded with status 503.',
    },
    delivery,
    {
      ...delivery,
      id: 'dlv_0123456789abcdef01234565',
      event_status: 'failed',
      state: 'failed',
      attempts: 12,
      error: 'It didn’t respond within 10 seconds.',
    },
  ],
};

/** The account's own webhook would open a stream of events in every other test of the account. */
async function answer(page: Page, path: string, data: object): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ json: { code: '200', error_code: null, error_message: null, data } }),
  );
}

export const eventScreens: Screen[] = [
  {
    name: 'incoming events',
    async show(page) {
      await answer(page, '/console/incoming-events', { count: 1, events: [event] });
      await page.goto('/incoming-events');
      await expect(page.getByText('in 150.25 USDT, confirmed')).toBeVisible();
    },
  },
  {
    name: 'one incoming event',
    async show(page) {
      await answer(page, '/console/incoming-events', { count: 1, events: [event] });
      await page.goto(`/incoming-events/${id}`);
      await expect(page.getByRole('dialog', { name: 'Event' }).getByText('Request body')).toBeVisible();
    },
  },
  {
    name: 'events with a new URL, and a complaint at the allowed sources',
    async show(page) {
      await answer(page, '/console/settings/webhook', webhook);
      await answer(page, '/console/settings/event-destinations', { destinations: [destination] });
      await answer(page, '/console/settings/webhook/secret', newWebhook);
      await page.goto('/settings/events');
      await page.getByRole('button', { name: 'Replace URL' }).click();
      await page.getByRole('button', { name: 'Replace URL' }).click();
      await expect(page.getByText('Copy the URL now')).toBeVisible();
      await page.getByRole('textbox', { name: 'Allowed sources' }).fill('somewhere');
      await page.getByRole('button', { name: 'Save sources' }).click();
      await expect(page.getByText(/Enter IP addresses or networks/)).toBeVisible();
    },
  },
];
