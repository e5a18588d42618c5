import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { secret, setUpGateways } from './testing/gateway-harness.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

const asKey = (host: string) => ({ headers: { host, token: 'good' } });

describe('a server that only its own machine reaches', () => {
  it.each(['localhost:3000', 'console.localhost', '127.0.0.1:3000', '127.0.0.2', '[::1]:3000', 'LOCALHOST'])(
    'answers to %s',
    async (host) => {
      const gateway = await start({ isLocalOnly: true });
      expect((await gateway.send('/api/prod/v1/test', asKey(host))).status).toBe(200);
    },
  );

  it.each([
    'evil.example',
    'evil.example:3000',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    'localhost.evil.example',
  ])('refuses a name that an attacker may have pointed to it: "%s"', async (host) => {
    const gateway = await start({ isLocalOnly: true });
    for (const path of ['/api/prod/v1/test', '/session/options', '/nothing', '/healthz']) {
      expect((await gateway.send(path, asKey(host))).status).toBe(403);
    }
  });

  it('is not talked round by forwarding headers, even where they are trusted', async () => {
    const gateway = await start({ isLocalOnly: true, trustProxy: true });
    const headers = { host: 'evil.example', 'x-forwarded-host': 'localhost', token: 'good' };
    expect((await gateway.send('/api/prod/v1/test', { headers })).status).toBe(403);
  });

  it('answers to the public name as well', async () => {
    const settings = { sessionSecret: secret, publicUrl: new URL('https://console.example:8443/') };
    const gateway = await start({ isLocalOnly: true, settings });
    expect((await gateway.send('/api/prod/v1/test', asKey('console.example'))).status).toBe(200);
    expect((await gateway.send('/api/prod/v1/test', asKey('evil.example'))).status).toBe(403);
  });
});

it('a server that others reach answers to whatever name they know it by', async () => {
  const gateway = await start();
  expect((await gateway.send('/api/prod/v1/test', asKey('console.intranet'))).status).toBe(200);
});
