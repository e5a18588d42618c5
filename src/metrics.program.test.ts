import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { expect, it } from 'vitest';
import { freePort } from '../e2e/free-port.ts';
import type { Tables } from '#database/tables.ts';
import { createHttpApp } from '#http/http-app.ts';
import { createMetricsApp } from './metrics.ts';
import { insertTestKey, makeInstallation } from './testing-installation.ts';
import { addressOf, startProgram } from './testing-program.ts';

async function get(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(url, { headers });
}

it(
  'counts requests by operation and work that waits, on a port of its own only',
  { timeout: 120_000 },
  async () => {
    const { settings, onDatabase, remove } = await makeInstallation();
    const token = await onDatabase(async ({ db }) => await insertTestKey(db));
    const port = await freePort();
    const program = startProgram({ ...settings, METRICS_PORT: String(port) });
    try {
      const address = await addressOf(program);
      await get(`${address}/api/prod/v1/wallets?limit=1`, { token });
      await get(`${address}/api/prod/v1/wallets?limit=x`, { token });
      await get(`${address}/nothing/of-this-name`);

      const answer = await get(`http://127.0.0.1:${port}/metrics`);
      const text = await answer.text();
      expect(answer.headers.get('content-type')).toContain('text/plain');
      expect(text).toContain('wallet_console_requests_total{operation="listWallets",status="200"} 1');
      expect(text).toContain('wallet_console_requests_total{operation="listWallets",status="400"} 1');
      expect(text).toContain('wallet_console_requests_total{operation="other",status="404"} 1');
      expect(text).toContain(
        'wallet_console_request_duration_seconds_count{operation="listWallets",status="200"} 1',
      );
      expect(text).toMatch(/wallet_console_withdrawals_waiting\{status="new"\} \d+/);
      expect(text).toMatch(/wallet_console_aml_checks_waiting \d+/);
      expect(text).toContain('process_cpu_seconds_total');
      expect(text).not.toContain('of-this-name');
      expect(text).not.toContain(token);

      expect((await get(`${address}/metrics`, { accept: 'application/json' })).status).toBe(404);
    } finally {
      program.child.kill('SIGTERM');
      expect(await program.ended).toBe(0);
      await remove();
    }
  },
);

const publicUrl = new URL('https://console.example/');

it.each([
  [true, 'localhost:9100', 200],
  [true, '127.0.0.1:9100', 200],
  [true, 'console.example:9100', 200],
  [true, 'evil.example:9100', 403],
  [false, 'metrics.intranet:9100', 200],
])('where only this machine reaches it (%s), answers to %s with %i', async (isLocalOnly, host, status) => {
  const app = createHttpApp({});
  const metrics = createMetricsApp({ app, db: undefined, isLocalOnly, publicUrl });
  expect((await metrics.inject({ url: '/metrics', headers: { host } })).statusCode).toBe(status);
  await Promise.all([metrics.close(), app.close()]);
});

it('logs why metrics aren’t available, and nothing about those that are', async () => {
  let logged = '';
  const stream = { write: (line: string) => (logged += line) };
  const app = createHttpApp({ logger: { level: 'info', stream } });
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new Pool({ host: '127.0.0.1', port: 1 }) }),
  });
  const settings = { app, isLocalOnly: true, publicUrl };
  const [broken, working] = [
    createMetricsApp({ ...settings, db }),
    createMetricsApp({ ...settings, db: undefined }),
  ];
  expect((await working.inject('/metrics')).statusCode).toBe(200);
  expect(logged).toBe('');
  const answer = await broken.inject('/metrics');
  expect(answer.statusCode).toBe(500);
  expect(JSON.parse(logged.split('\n', 1)[0] ?? '')).toMatchObject({
    level: 50,
    requestId: answer.headers['x-request-id'],
    err: { message: expect.stringContaining('ECONNREFUSED') },
  });
  await Promise.all([broken.close(), working.close(), app.close(), db.destroy()]);
});
