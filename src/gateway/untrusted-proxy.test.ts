import { expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { createHttpApp } from '#http/http-app.ts';
import { makeTinyService, setUpGateways } from './testing/gateway-harness.ts';
import { cookieOf } from './testing/http-client.ts';
import { seedTestSandboxUsers, signInAs } from './users/testing-sandbox-users.ts';
import { warnOfUntrustedProxies } from './untrusted-proxy.ts';

const database = useTestDatabase();
const startGateway = setUpGateways(database);

const forwarded = { 'x-forwarded-for': '192.0.2.1' };
const start = async (trustProxy = false) =>
  startGateway({
    mode: 'sandbox',
    sandboxKeys: ['sandbox-admin'],
    trustProxy,
    provider: makeTinyService('sandbox-admin', 'own-key'),
  });

const operator = 'user_sandbox_operator';
type Options = { data: { sandbox_users: unknown[]; proxy_notice: string | null } };

it('refuses sandbox keys behind a proxy that is not trusted, and says what to set', async () => {
  const gateway = await start();
  const { cookie } = await gateway.open('sandbox-admin');
  const refused = await gateway.signIn('sandbox-admin', forwarded);
  expect(refused.status).toBe(403);
  expect(refused.json()).toHaveProperty('error_message', expect.stringMatching(/TRUST_PROXY.*PUBLIC_URL/));
  const path = '/api/prod/v1/test';
  const program = { ...forwarded, token: 'sandbox-admin' };
  expect((await gateway.send(path, { headers: program })).status).toBe(403);
  expect((await gateway.send(path, { headers: { ...forwarded, cookie } })).status).toBe(403);
  expect((await gateway.signIn('own-key', forwarded)).status).toBe(200);

  const options = (await gateway.send('/session/options', { headers: forwarded })).json() as Options;
  expect(options.data.sandbox_users).toEqual([]);
  expect(options.data.proxy_notice).toContain('TRUST_PROXY');
});

it('refuses sandbox users there too, at sign-in and with a session that was opened elsewhere', async () => {
  const gateway = await start();
  // Their key alone must not be what is refused.
  await seedTestSandboxUsers(database.db, 'own-key');
  const refused = await signInAs(gateway, operator, forwarded);
  expect(refused.status).toBe(403);
  expect(refused.json()).toHaveProperty(
    'error_message',
    expect.stringMatching(/^Sandbox users .*TRUST_PROXY/),
  );
  const cookie = cookieOf(await signInAs(gateway, operator));
  const path = '/api/prod/v1/test';
  expect((await gateway.send(path, { headers: { cookie } })).status).toBe(200);
  expect((await gateway.send(path, { headers: { ...forwarded, cookie } })).status).toBe(403);
  const options = (await gateway.send('/session/options', { headers: forwarded })).json() as Options;
  expect(options.data.sandbox_users).toEqual([]);
});

it('takes them without a proxy, and behind one that is trusted', async () => {
  expect((await (await start()).signIn('sandbox-admin')).status).toBe(200);
  const gateway = await start(true);
  expect((await gateway.signIn('sandbox-admin', forwarded)).status).toBe(200);
  const options = (await gateway.send('/session/options', { headers: forwarded })).json() as Options;
  expect(options.data).toMatchObject({ sandbox_users: [], proxy_notice: null });
});

it('says in the log what to set, once for each proxy', async () => {
  let logged = '';
  const stream = { write: (line: string) => (logged += line) };
  const app = createHttpApp({ logger: { level: 'warn', stream } });
  warnOfUntrustedProxies(app);
  await app.inject({ url: '/', remoteAddress: '192.0.2.8' });
  expect(logged).toBe('');
  for (const remoteAddress of ['192.0.2.8', '192.0.2.8', '192.0.2.9']) {
    await app.inject({ url: '/', remoteAddress, headers: forwarded });
  }
  await app.close();
  const lines = logged
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([{ peer: '192.0.2.8' }, { peer: '192.0.2.9' }]);
  for (const line of lines)
    expect(line).toHaveProperty('msg', expect.stringMatching(/TRUST_PROXY.*PUBLIC_URL/));
});
