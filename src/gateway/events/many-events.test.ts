import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { triesHere, useTestDatabase } from '#database/testing.ts';
import { send } from '../testing/http-client.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { asDocumented, envelope, sendJson } from '../testing/stand-in-provider.ts';
import { closeStreams, eventOf, openStream, openWebhook } from './testing-events.ts';

const remote = setUpRemoteGateways(useTestDatabase());
const isWhole = process.env['LONG_TESTS'] === '1';
const total = isWhole ? 10_000 : triesHere(1_500);
const atOnce = 20;

afterEach(closeStreams);

type Row = { transaction_id: string; hash: string; status: string; amount: string; created_at: string };

const rowOf = (index: number, status: string): Row & Record<string, string> => ({
  transaction_id: `tx-${index}`,
  network: 'trx',
  direction: 'in',
  status,
  amount: `${index}.5`,
  currency: 'USDT',
  sender_wallet: 'TXyz',
  recipient_wallet: 'TEdvoHEatmDKvTh3o9vBRB9Vdtbhn4QFhy',
  hash: `hash-${index}`,
  fee: '0',
  created_at: `2026-01-02 03:04:05.${String(index).padStart(6, '0')}+00`,
});

/** What one event of the burst is, by its place: a third repeat an earlier one or come late, and some are made up. */
function burst(): { body: object; isForged: boolean; index: number }[] {
  const events = Array.from({ length: total }, (_, place) => {
    if (place % 10 === 9) return { isForged: true, index: -place, body: forged(place) };
    const index = place % 3 === 2 ? Math.max(0, place - 7) : place;
    return {
      isForged: false,
      index,
      body: eventOf({ hash: `hash-${index}`, amount: `${index}.5`, block: index }),
    };
  });
  // Out of order: neighbors change places.
  for (let place = 0; place + 5 < events.length; place += 6) {
    const [a, b] = [events[place], events[place + 5]];
    if (a !== undefined && b !== undefined) [events[place], events[place + 5]] = [b, a];
  }
  return events;
}

const forged = (place: number) => ({
  data: eventOf({ hash: `forged-${place}`, amount: '1000000', block: place }),
});

function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  // oxlint-disable-next-line typescript/no-unsafe-call -- Node's own, which the flag has just made available.
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

it(
  `shows nothing false among ${total} events, is right within a second, and holds none of them`,
  { timeout: 300_000 },
  async () => {
    const rows: Row[] = [];
    remote.provider.respond = (request, response) => {
      if (!request.url.includes('/transactions')) return asDocumented(request, response);
      const transactions = rows.slice(-25).toReversed();
      return sendJson(response, 200, envelope({ count: rows.length, result: 'success', transactions }));
    };
    const gateway = await remote.start();
    const webhook = await openWebhook(gateway);
    const { pathname } = new URL(webhook.url);
    const stream = await openStream(gateway, webhook.cookie);

    // A page that reloads on each event, as the dashboard does: one request at a time.
    let shown: { count: number; transactions: Row[] } = { count: 0, transactions: [] };
    const everShown = new Set<string>();
    let readings = 0;
    let told = 0;
    const over = new AbortController();
    const answered = new Set<number>();
    const page = (async () => {
      while (!over.signal.aborted) {
        if (told === stream.events('movement').length) await sleep(10);
        else {
          told = stream.events('movement').length;
          readings += 1;
          const answer = await webhook.get('/api/prod/v1/transactions?limit=25');
          answered.add(answer.status);
          shown = (answer.json() as { data: typeof shown }).data;
          for (const { hash, amount } of shown.transactions) everShown.add(`${hash} ${amount}`);
        }
      }
    })();

    const began = performance.now();
    const events = burst();
    let heap = 0;
    for (let first = 0; first < events.length; first += atOnce) {
      const part = events.slice(first, first + atOnce);
      // The provider has the data before it sends the event.
      for (const { isForged, index } of part) {
        if (!isForged && !rows.some(({ hash }) => hash === `hash-${index}`))
          rows.push(rowOf(index, 'completed'));
      }
      const statuses = await Promise.all(
        part.map(
          async ({ body }) => (await send(gateway.address, pathname, { method: 'POST', body })).status,
        ),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      if (heap === 0 && first > events.length / 3) heap = heapAfterCollection();
    }
    const seconds = (performance.now() - began) / 1_000;
    const grown = heapAfterCollection() - heap;

    await expect.poll(() => shown.count, { timeout: 1_000, interval: 10 }).toBe(rows.length);
    expect(shown.transactions).toEqual(rows.slice(-25).toReversed());
    over.abort();
    await page;
    expect([...answered]).toEqual([200]);
    // Nothing but what the wallet service answers was ever shown.
    for (const each of everShown) expect(each).toMatch(/^hash-(\d+) \1\.5$/);
    expect(readings).toBeGreaterThan(1);
    expect(readings).toBeLessThanOrEqual(2 + seconds * 5);
    expect(grown / 1024 / 1024).toBeLessThan(8);

    // Each content is stored once. Nothing distinguishes forged events from real ones: they are only listed as events.
    const { count } = await webhook.list('?limit=1');
    expect(count).toBe(new Set(events.map(({ index }) => index)).size);
    process.stdout.write(
      `${total} events in ${seconds.toFixed(1)} s: ${readings} readings, heap ${(grown / 1024).toFixed(0)} KiB larger\n`,
    );
  },
);
