import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { secret, setUpGateways } from './testing/gateway-harness.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

const directory = mkdtempSync(join(tmpdir(), 'wallet-console-documents-'));
writeFileSync(join(directory, 'index.html'), '<!doctype html>');
writeFileSync(join(directory, 'preload.json'), '{}');
writeFileSync(join(directory, 'favicon.svg'), '<svg/>');
const startWithDocuments = async () => start({ clientDirectory: directory });
afterAll(() => rmSync(directory, { recursive: true }));

describe('every answer', () => {
  it.each([
    ['a success', '/healthz', 200],
    ['a refusal', '/session', 401],
    ['a failure of routing', '/nothing', 404],
    ['the wallet service', '/api/prod/v1/test', 401],
  ])('has the security headers: %s', async (_what, path, status) => {
    const gateway = await start();
    const answer = await gateway.send(path);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy':
        "default-src 'none';script-src 'self';connect-src 'self';frame-ancestors 'none'",
    });
    expect(answer.headers).not.toHaveProperty('permissions-policy');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
    expect(answer.headers).not.toHaveProperty('server');
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it.each(['/', '/favicon.svg'])('has more of them where it is a document: %s', async (path) => {
    const gateway = await startWithDocuments();
    const { status, headers } = await gateway.send(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  it('lets our own pages, and no others, make and use passkeys', async () => {
    const gateway = await startWithDocuments();
    const policy = String((await gateway.send('/')).headers['permissions-policy']).split(', ');
    expect(policy).toContain('publickey-credentials-create=(self)');
    expect(policy).toContain('publickey-credentials-get=(self)');
  });

  it('has a policy that lets only our own scripts, styles and connections in', async () => {
    const gateway = await startWithDocuments();
    const { headers } = await gateway.send('/');
    const policy = String(headers['content-security-policy']).replaceAll(/nonce-[^']+/g, 'nonce-…');
    expect(policy.split(';').map((directive) => directive.trim())).toEqual([
      "default-src 'none'",
      "script-src 'self' 'nonce-…'",
      "style-src 'self' 'nonce-…'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
  });

  it('demands https from then on where the public URL is https, and only there', async () => {
    const plain = await start();
    const { headers } = await plain.send('/healthz');
    expect(headers['strict-transport-security']).toBeUndefined();

    const settings = { sessionSecret: secret, publicUrl: new URL('https://console.example') };
    const secure = await start({ settings });
    expect((await secure.send('/healthz')).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    );
  });
});

describe('GET /healthz', () => {
  it('answers at once while the database works on a slow query', async () => {
    const gateway = await start();
    let isDone = false;
    const slow = sql`select pg_sleep(1)`.execute(database.db).then(() => (isDone = true));
    const answer = await gateway.send('/healthz');
    expect(answer.json()).toEqual({ status: 'ok' });
    expect(isDone).toBe(false);
    await slow;
  });
});
