import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { setUpService } from '../testing.ts';
import { amlChecks, evmAddress, label, reportOf } from './testing-aml.ts';

const service = setUpService();
const { check } = amlChecks(service);
const subject = evmAddress(1);

/** Far above the usual time, and far below the time without bounds. */
const patienceMs = 10_000;

async function insertTransfers(rows: ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into transfers (network, hash, sender, recipient, currency, amount, created_at) ${rows}`.execute(
    service.db,
  );
  await sql`analyze transfers`.execute(service.db);
}

async function timed(value: string) {
  const begun = performance.now();
  const answer = await check({ value, network: 'eth' });
  expect(answer.status).toBe(200);
  expect(performance.now() - begun).toBeLessThan(patienceMs);
  return reportOf(answer);
}

it('screens an address with 10,000 senders, and says what was beyond its limits', async () => {
  await insertTransfers(sql`
    select 'eth', 'h' || n, 's' || n, ${subject}, 'USDT', 1, timestamptz '2025-06-01' + n * interval '1 s'
    from generate_series(1, 20000) as n`);
  await label(service.db, evmAddress(2), 'Northbank', 'exchange');
  await service.db.updateTable('aml_labels').set({ address: 's15000' }).execute();
  const report = await timed(subject);
  expect(report.params).toMatchObject({
    transactions: { inputs: 20_000 },
    // Each sender has a ten-thousandth: too small to be followed, but a label is seen.
    sources_of_funding: { 'small transactions': 99.99, Northbank: 0.01 },
    method: { limits_reached: [`${subject}: only the newest 10000 incoming payments were looked at`] },
  });
});

it('screens the widest graph that there can be, five hops deep, within its bounds', async () => {
  // 600 addresses a level, each paid by ten of the next level, ten times each.
  await insertTransfers(sql`
    select 'eth', 'r' || n, 'l1-' || n, ${subject}, 'USDT', 1, timestamptz '2025-12-01'
    from generate_series(0, 599) as n
    union all
    select 'eth', 'h' || level || '-' || n || '-' || k || '-' || again,
      'l' || (level + 1) || '-' || ((n * 7 + k) % 600), 'l' || level || '-' || n, 'USDT', 1 + k,
      timestamptz '2025-12-01' - level * interval '1 day' - again * interval '1 h'
    from generate_series(1, 6) as level, generate_series(0, 599) as n, generate_series(0, 9) as k,
      generate_series(1, 2) as again`);
  const report = await timed(subject);
  const total = Object.values(report.params['sources_of_funding'] as Record<string, number>);
  expect(total.reduce((a, b) => a + Math.round(b * 100), 0)).toBe(10_000);
  expect(report.params).toMatchObject({
    sources_of_funding: { 'tracing limit reached': expect.any(Number) },
    method: { limits_reached: expect.arrayContaining(['hop 1: only the 250 largest senders were followed']) },
  });
});
