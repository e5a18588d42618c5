import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { envelope, failure, sendJson } from '../testing/stand-in-provider.ts';

const remote = setUpRemoteGateways(useTestDatabase());

type StatusAndBody = [status: number, body: string, headers?: Record<string, string>];

/** Answers by the last part of the path; 404 as a web server has it for any other. */
function answerWith(answers: {
  test?: StatusAndBody;
  balances?: StatusAndBody;
  wallets?: StatusAndBody;
}): void {
  remote.provider.respond = ({ url }, response) => {
    const asked = url.includes('/test') ? 'test' : url.includes('/user-balances') ? 'balances' : 'wallets';
    const [status, body, headers = {}] = answers[asked] ?? [404, '<h1>Not found</h1>'];
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
}

const success: StatusAndBody = [200, envelope({ result: 'success' })];
const noPermission: StatusAndBody = [400, failure(400, 'system', 'The key lacks permission for the action')];
const withAccount: StatusAndBody = [200, envelope({ user_id: 'u-7', anything: 'else' })];

describe('signing in at a remote provider', () => {
  it('tests the key and asks whose it is; what it may do cannot be known', async () => {
    const gateway = await remote.start();
    const answer = await gateway.signIn('good');
    expect(answer.json()).toMatchObject({
      code: '200',
      data: { account_id: 'u-1', key_name: null, permissions: null, mode: 'remote' },
    });
    expect(remote.provider.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/prod/v1/test',
      'GET /api/prod/v1/user-balances',
    ]);
    expect((await gateway.send('/session/options')).json()).toMatchObject({
      data: { mode: 'remote', provider: remote.provider.url.host, sandbox_users: [], proxy_notice: null },
    });
  });

  it.each<[string, Parameters<typeof answerWith>[0], string]>([
    ['lacks the test operation', { balances: withAccount }, 'u-7'],
    ['has it for another method', { test: [405, 'no'], balances: withAccount }, 'u-7'],
    [
      'does not let the key read balances',
      { test: success, balances: noPermission, wallets: withAccount },
      'u-7',
    ],
    [
      'lacks the test and does not let the key read balances',
      { balances: noPermission, wallets: withAccount },
      'u-7',
    ],
    ['has numbers for accounts', { test: success, balances: [200, envelope({ user_id: 42 })] }, '42'],
    ['sends successes without error fields', { test: [200, '{"data":{}}'], balances: withAccount }, 'u-7'],
  ])('works with one that %s', async (_what, answers, accountId) => {
    answerWith(answers);
    const gateway = await remote.start();
    expect((await gateway.signIn('good')).json()).toMatchObject({
      code: '200',
      data: { account_id: accountId },
    });
  });

  it('asks for one wallet only, under the name that the provider has for that', async () => {
    answerWith({ test: success, balances: noPermission, wallets: withAccount });
    const gateway = await remote.start({ parameters: { '*': { limit: 'page_size' } } });
    await gateway.signIn('good');
    expect(remote.provider.received.at(-1)?.url).toBe('/api/prod/v1/wallets?page_size=1');
  });

  it('distinguishes accounts that no answer names, without giving the key away', async () => {
    answerWith({ test: success, balances: noPermission, wallets: noPermission });
    const gateway = await remote.start();
    const idOf = async (token: string) => {
      const { data } = (await gateway.signIn(token)).json() as { data: { account_id: string } };
      return data.account_id;
    };
    const id = await idOf('good');
    expect(id).toMatch(/^key-[\da-f]{12}$/);
    expect(await idOf('good')).toBe(id);
    expect(await idOf('other')).not.toBe(id);
  });
});

describe('signing in fails', () => {
  it.each<[string, Parameters<typeof answerWith>[0], number, RegExp]>([
    [
      '401 for an unknown key',
      { test: [401, failure(401, 'system', 'Unknown')] },
      401,
      /doesn’t accept this API key$/,
    ],
    ['401 for an unknown key, however it is put', { test: [401, '<h1>401</h1>'] }, 401, /doesn’t accept/],
    ['401 for a key that is refused in other words', { test: noPermission }, 401, /: The key lacks/],
    [
      '401 where there is no test',
      { balances: [401, failure(401, 'system', 'Unknown')] },
      401,
      /doesn’t accept/,
    ],
    ['403 for a closed account', { test: [403, failure(403, 'system', 'Closed')] }, 403, /^Closed$/],
    [
      '502 for an HTML page',
      { test: [200, '<!doctype html><h1>Welcome</h1>'] },
      502,
      /WALLET_API_URL isn’t a wallet service/,
    ],
    ['502 for JSON of something else', { test: [200, '{"status":"ok"}'] }, 502, /isn’t a wallet service/],
    ['502 for a list', { test: [200, '[]'] }, 502, /isn’t a wallet service/],
    [
      '502 for a failing service',
      { test: [500, failure(500, 'system', 'Broken')] },
      502,
      /failed \(500\): Broken/,
    ],
    ['502 for a failing web server', { test: [503, '<h1>Maintenance</h1>'] }, 502, /HTTP 503/],
    ['502 where nothing is at the base URL', {}, 502, /isn’t a wallet service/],
    [
      '502 where no answer proves the key',
      { balances: noPermission, wallets: noPermission },
      502,
      /whose key/,
    ],
    [
      '502 for an account that is none',
      { test: success, balances: [200, envelope({ user_id: null })] },
      502,
      /isn’t a wallet service/,
    ],
  ])('with %s', async (_what, answers, status, message) => {
    answerWith(answers);
    const gateway = await remote.start();
    const answer = await gateway.signIn('some key');
    expect(answer.json()).toMatchObject({
      code: String(status),
      error_code: 'system',
      error_message: expect.stringMatching(message),
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('with 429 and the time to wait when the provider says so', async () => {
    answerWith({ test: [429, failure(429, 'request', 'Slow down'), { 'retry-after': '9' }] });
    const gateway = await remote.start();
    const answer = await gateway.signIn('good');
    expect(answer.json()).toMatchObject({ code: '429', error_message: expect.stringContaining('Slow down') });
    expect(answer.headers['retry-after']).toBe('9');
  });

  it('with 403 and the address to register when the provider refuses this machine', async () => {
    answerWith({ test: [403, 'Forbidden', { 'content-type': 'text/plain' }] });
    const gateway = await remote.start({ outgoingAddress: '203.0.113.7' });
    expect((await gateway.signIn('good')).json()).toMatchObject({
      code: '403',
      error_code: 'system',
      data: { outgoing_address: '203.0.113.7' },
    });
  });

  it('with 504 when the provider is silent', async () => {
    remote.provider.respond = () => undefined;
    const gateway = await remote.start({ timeoutMs: 200 });
    expect((await gateway.signIn('good')).json()).toMatchObject({ code: '504', error_code: 'system' });
  });

  it('with 502 when nothing listens there', async () => {
    await remote.provider.close();
    const gateway = await remote.start();
    expect((await gateway.signIn('good')).json()).toMatchObject({
      code: '502',
      error_message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('without counting as a wrong key when the fault is the provider’s', async () => {
    answerWith({ test: [503, 'down'] });
    const gateway = await remote.start();
    for (let time = 0; time < 15; time += 1) expect((await gateway.signIn('good')).status).toBe(502);
    remote.provider.respond = (_request, response) =>
      sendJson(response, 200, envelope({ result: 'success', user_id: 'u-1' }));
    expect((await gateway.signIn('good')).status).toBe(200);
  });
});
