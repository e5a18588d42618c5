import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { type Database, openDatabase } from '#database/database.ts';
import { connectProvider } from './conformance/provider.ts';
import { describeFindings, exitCodeOf } from './conformance/report.ts';
import { runSuite } from './conformance/run-suite.ts';
import { insertAccountKeys } from './service/addresses/address-chains.ts';
import { sandboxAccountKeys } from './service/addresses/sandbox-phrase.ts';
import { seedSandbox } from './service/sandbox/seed-sandbox.ts';
import { startTestingApp, type TestingApp } from './testing-app.ts';
import { makeInstallation, type TestingInstallation } from './testing-installation.ts';
import { runCommand } from './testing-program.ts';

const timeoutMs = 20_000;

describe('the conformance suite', { timeout: 120_000 }, () => {
  let installation: TestingInstallation;
  let database: Database;
  let provider: TestingApp;
  let url: URL;

  beforeAll(async () => {
    installation = await makeInstallation();
    database = await openDatabase(installation.config);
    await insertAccountKeys(database.db, sandboxAccountKeys);
    await seedSandbox(database.db, { size: 'sketch' });
    provider = await startTestingApp(database);
    url = new URL('/api/prod/v1', provider.address);
  }, 60_000);
  afterAll(async () => {
    await provider.app.close();
    await database.close();
    await installation.remove();
  });

  it("distinguishes what a key without permissions can't show from what differs", async () => {
    const findings = await runSuite(connectProvider(url, 'sandbox-compliance', timeoutMs), false);
    const results = findings.results.filter(({ operation }) => operation.id === 'listWithdrawalRequests');
    expect(results.some(({ rating }) => rating === 'not checked')).toBe(true);
    expect(describeFindings({ ...findings, results })).toContain('lacks permission');
    const others = findings.results.filter(({ rating }) => rating !== 'agrees' && rating !== 'not checked');
    expect(others.map(({ operation, says, problems }) => [operation.id, says, problems])).toEqual([]);
  });

  it('says as a command what to set, as text and as JSON, and exits with 0 for a provider that agrees', async () => {
    const options = ['--url', url.href, '--token', 'sandbox-admin'];
    const [plain, json] = await Promise.all([conformance(...options), conformance(...options, '--json')]);
    expect([plain.code, json.code]).toEqual([0, 0]);
    expect(plain.out).toContain('WALLET_API_PARAMETERS doesn’t need to be set');
    expect(JSON.parse(json.out)).toMatchObject({
      provider: url.href,
      wrote: false,
      rating: 'agrees',
      parameters: {},
      rules: expect.arrayContaining([
        {
          operation: 'listTransactions',
          method: 'GET',
          path: '/api/prod/v1/transactions',
          basis: 'published',
          rule: 'shows with status=… only rows that match, and counts them',
          parameter: 'status',
          rating: 'agrees',
          problems: [],
          effects: [],
          reason: null,
        },
      ]),
    });
  });
});

describe.each([
  ['HTML', '<html>welcome</html>', 200, 'text/html', 4],
  ['nothing', '', 200, 'application/json', 4],
  // The key or this machine isn't let in, which says nothing of the provider.
  ['a bare 403', 'Forbidden', 403, 'text/plain', 1],
  ['a bare 404', 'Not Found', 404, 'text/plain', 4],
  [
    'a success for everything',
    '{"code":"200","error_code":null,"error_message":null,"data":{}}',
    200,
    'application/json',
    4,
  ],
  ['a list', '[1,2,3]', 200, 'application/json', 4],
])('a provider that answers everything with %s', (_what, answer, status, type, code) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(answer);
  });
  beforeAll(async () => await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => server.close());

  it(`is told by the exit code ${code}, and nothing is said about the key`, async () => {
    const { port } = server.address() as AddressInfo;
    const provider = connectProvider(new URL(`http://127.0.0.1:${port}/v1`), 'very-secret-key', timeoutMs);
    const findings = await runSuite(provider, true);
    expect(exitCodeOf(findings)).toBe(code);
    expect(describeFindings(findings)).not.toContain('very-secret-key');
  });
});

it('distinguishes a refused filter, sort or page from one that could not be tried', async () => {
  const row = {
    transaction_id: 'tx_1',
    network: 'trx',
    direction: 'in',
    status: 'completed',
    currency: 'USDT',
  };
  const list = {
    code: '200',
    error_code: null,
    error_message: null,
    data: { count: 1, transactions: [row] },
  };
  const server = createServer(({ url: address = '' }, response) => {
    response.writeHead(address.includes('?') ? 500 : 200).end(JSON.stringify(list));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { results } = await runSuite(
    connectProvider(new URL(`http://127.0.0.1:${port}`), 'key', timeoutMs),
    false,
  );
  server.closeAllConnections();
  server.close();
  const rules = results.filter(
    ({ operation, parameter }) => operation.id === 'listTransactions' && parameter,
  );
  const tried = rules.filter(({ rating }) => rating !== 'not checked');
  expect(tried.length).toBeGreaterThan(5);
  for (const { rating, problems } of tried) {
    expect(rating).toBe('degrades');
    expect(problems[0]?.problem).toMatch(/^answered 500/);
  }
  // One row is too few for a page.
  expect(rules.find(({ parameter }) => parameter === 'limit')).toMatchObject({
    rating: 'not checked',
    reason: 'fewer than two rows',
  });
});

const conformance = async (...options: string[]) =>
  await runCommand('src/conformance/conformance.command.ts', options, {});

/** A provider that answers every request with a success and keeps what it was sent. */
async function startRecorder(answer: (method: string, place: string, body: string) => unknown) {
  const received: { method: string; place: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: place = '' } = request;
    const body = await text(request);
    received.push({ method, place, body });
    const data = answer(method, place, body);
    response.end(JSON.stringify({ code: '200', error_code: null, error_message: null, data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: new URL(`http://127.0.0.1:${port}/api/prod/v1`), received, close };
}

describe('without --write', () => {
  it('sends GET requests only, whatever the provider answers, and says what it did not try', async () => {
    const provider = await startRecorder(() => ({
      user_id: 'a',
      count: 2,
      wallets: [walletWithFunds('TOne'), walletWithFunds('TTwo')],
      success: true,
      data: [{ request_id: 'wd_1' }],
      meta: { total: 1 },
    }));
    const { results } = await runSuite(connectProvider(provider.url, 'key', timeoutMs), false);
    provider.close();
    expect(provider.received.length).toBeGreaterThan(50);
    expect(provider.received.filter(({ method, body }) => method !== 'GET' || body !== '')).toEqual([]);
    const untried = results.filter(({ reason }) => reason === 'needs --write');
    expect(new Set(untried.map(({ operation }) => operation.id))).toEqual(
      new Set([
        'testKey',
        ...walletServiceOperations.filter(({ method }) => method !== 'GET').map(({ id }) => id),
      ]),
    );
  });

  it('sends GET requests only as a command, and announces no changes', async () => {
    const provider = await startRecorder(() => ({}));
    const { out, err } = await conformance('--url', provider.url.href, '--token', 'very-secret-key');
    provider.close();
    expect(provider.received.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(out).toContain('needs --write');
    expect(out + err).not.toContain('--write was given');
  });
});

const walletWithFunds = (address: string) => ({
  address,
  type: 'user',
  network: 'trx',
  status: 'active',
  balances: { USDT: { available: 25 } },
});

it('asks for a withdrawal between wallets of the account only, and for none where there is one wallet', async () => {
  const asked: string[] = [];
  let wallets = [walletWithFunds('TOne'), walletWithFunds('TTwo')];
  const server = createServer(async (request, response) => {
    if (request.method === 'POST' && request.url === '/withdrawal-request') asked.push(await text(request));
    const data = { user_id: 'a', count: wallets.length, wallets };
    response.end(JSON.stringify({ code: '200', error_code: null, error_message: null, data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const provider = connectProvider(new URL(`http://127.0.0.1:${port}`), 'key', timeoutMs);
  const orders = async () => {
    await runSuite(provider, true);
    return asked.splice(0).filter((body) => body.includes('amount'));
  };
  expect(await orders()).toEqual([expect.stringContaining('"recipient_wallet":"TTwo"')]);
  wallets = [walletWithFunds('TOne')];
  expect(await orders()).toEqual([]);
  server.closeAllConnections();
  server.close();
});

describe('with --write', () => {
  it('announces beforehand what it creates, deletes and may cost', async () => {
    const provider = await startRecorder(() => ({}));
    const { err } = await conformance('--url', provider.url.href, '--token', 'very-secret-key', '--write');
    provider.close();
    for (const words of ['create one wallet', '25 USDT', 'AML check', 'deletes only what it created']) {
      expect(err).toContain(words);
    }
    expect(err).not.toContain('very-secret-key');
  });

  it('deletes no wallet that existed before, though the provider gives it for a new one', async () => {
    const provider = await startRecorder((method, place) =>
      place.includes('/wallets') && method === 'POST'
        ? { user_id: 'a', address: 'TOne', qr: 'https://x.example/qr', network: 'TRX', name: 'Old' }
        : { user_id: 'a', count: 1, wallets: [walletWithFunds('TOne')] },
    );
    const { results } = await runSuite(connectProvider(provider.url, 'key', timeoutMs), true);
    provider.close();
    const touched = provider.received.filter(
      ({ method, body }) => ['PUT', 'PATCH', 'DELETE'].includes(method) && body.includes('TOne'),
    );
    expect(touched).toEqual([]);
    const created = results.find(({ says }) => says === 'creates a wallet and answers with its address');
    expect(created).toMatchObject({
      rating: 'unusable',
      problems: [{ problem: expect.stringContaining('existed before') }],
    });
  });

  it('deletes every request that it created, also a second one for the same external_id', async () => {
    let made = 0;
    const provider = await startRecorder((method, place, body) => {
      if (place.includes('/withdrawal-request') && method === 'POST' && body.includes('amount')) {
        made += 1;
        const { external_id } = JSON.parse(body) as { external_id: string };
        return { success: true, data: { request_id: `wd_${made}`, external_id, status: 'new' } };
      }
      return { user_id: 'a', count: 2, wallets: [walletWithFunds('TOne'), walletWithFunds('TTwo')] };
    });
    await runSuite(connectProvider(provider.url, 'key', timeoutMs), true);
    provider.close();
    const deleted = provider.received.filter(
      ({ method, body }) => method === 'DELETE' && body.includes('wd_'),
    );
    expect(deleted.map(({ body }) => body)).toEqual(['{"request_id":"wd_1"}', '{"request_id":"wd_2"}']);
  });

  it('deletes no request that carries another external_id than its own', async () => {
    const provider = await startRecorder((method, place, body) =>
      place.includes('/withdrawal-request') && method === 'POST' && body.includes('amount')
        ? { success: true, data: { request_id: 'wd_old', external_id: 'payroll-7', status: 'new' } }
        : { user_id: 'a', count: 2, wallets: [walletWithFunds('TOne'), walletWithFunds('TTwo')] },
    );
    await runSuite(connectProvider(provider.url, 'key', timeoutMs), true);
    provider.close();
    expect(provider.received.filter(({ body }) => body.includes('wd_old'))).toEqual([]);
  });
});

it('is not tried on a provider that cannot be reached, and says why', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const url = `http://127.0.0.1:${port}/api/prod/v1`;
  expect(await conformance('--url', url, '--token', 'very-secret-key')).toEqual({
    code: 1,
    out: '',
    err: `${url} does not answer: connect ECONNREFUSED 127.0.0.1:${port}. Nothing was checked.\n`,
  });
});

it('says so for a provider that does not answer', async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { results } = await runSuite(connectProvider(new URL(`http://127.0.0.1:${port}`), 'key', 5), false);
  server.closeAllConnections();
  server.close();
  const tried = results.filter(({ rating }) => rating !== 'not checked');
  expect(tried.length).toBeGreaterThan(50);
  expect(new Set(tried.map(({ rating }) => rating))).toEqual(new Set(['unusable', 'copes']));
  expect(results[0]?.problems[0]?.problem).toBe('no answer within 0.005 s');
});
