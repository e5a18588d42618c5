import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { createHttpApp } from '#http/http-app.ts';
import { serveReadiness } from './readiness.ts';
import { setUpGateways } from './testing/gateway-harness.ts';
import { send } from './testing/http-client.ts';
import { startStandInProvider } from './testing/stand-in-provider.ts';

const start = setUpGateways(useTestDatabase());

describe('/readyz', () => {
  it('says that the process is ready while the database answers, and that it is not while it does not', async () => {
    let isThere = true;
    const gateway = await start({
      checkReadiness: async () => {
        if (!isThere) throw new Error('gone with password=secret');
      },
    });
    expect(await gateway.send('/readyz')).toMatchObject({ status: 200, body: '{"status":"ready"}' });
    isThere = false;
    const unready = await gateway.send('/readyz');
    expect(unready).toMatchObject({ status: 503, body: '{"status":"database"}' });
    expect((await gateway.send('/healthz')).status).toBe(200);
    isThere = true;
    expect((await gateway.send('/readyz')).status).toBe(200);
  });

  it('says that the process ends, on connections that are still open', async () => {
    const app = createHttpApp({});
    serveReadiness(app, async () => undefined);
    let body: unknown;
    app.addHook('preClose', async () => {
      body = (await send(address, '/readyz')).json();
    });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    await app.close();
    expect(body).toEqual({ status: 'closing' });
  });

  it('asks in front of a remote provider for the gateway’s own database, not for the provider', async () => {
    const provider = await startStandInProvider();
    const gateway = await start({
      mode: 'remote',
      provider: { kind: 'remote', url: provider.url },
      checkReadiness: async () => undefined,
    });
    expect((await gateway.send('/readyz')).status).toBe(200);
    expect(provider.received).toEqual([]);
    await provider.close();
  });
});
