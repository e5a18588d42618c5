import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectProvider } from './conformance/provider.ts';
import { describeResults, isRefused, runSuite } from './conformance/run-suite.ts';
import { addressOf, projectFile, type RunningProgram, startProgram } from './testing-program.ts';

const timeoutMs = 20_000;

describe('the conformance suite', { timeout: 120_000 }, () => {
  let directory: string;
  let program: RunningProgram;
  let url: URL;

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'wallet-console-conformance-'));
    program = startProgram({ DATA_DIR: directory });
    url = new URL('/api/prod/v1', await addressOf(program));
  }, 60_000);
  afterAll(async () => {
    program.child.kill('SIGTERM');
    await program.ended;
    await rm(directory, { recursive: true, force: true });
  });

  it('finds that our own service agrees in everything, writing included', async () => {
    const results = await runSuite(connectProvider(url, 'sandbox-admin', timeoutMs), true);
    const others = results.filter(({ outcome }) => outcome !== 'agrees');
    expect(others.map(({ operation, says, detail }) => `${operation.id} ${says}: ${detail ?? ''}`)).toEqual(
      [],
    );
    expect(results.length).toBeGreaterThan(100);
    expect(isRefused(results, true)).toBe(false);
  });

  it('tells what a key without permissions cannot show from what differs', async () => {
    const results = await runSuite(connectProvider(url, 'sandbox-compliance', timeoutMs), false);
    const withdrawals = results.filter(({ operation }) => operation.id === 'listWithdrawalRequests');
    expect(withdrawals.some(({ outcome }) => outcome === 'not checked')).toBe(true);
    expect(describeResults(withdrawals)).toContain('has no permission');
  });
});

describe.each([
  ['HTML', '<html>welcome</html>', 200, 'text/html'],
  ['nothing', '', 200, 'application/json'],
  ['a bare 403', 'Forbidden', 403, 'text/plain'],
  [
    'a success for everything',
    '{"code":"200","error_code":null,"error_message":null,"data":{}}',
    200,
    'application/json',
  ],
  ['a list', '[1,2,3]', 200, 'application/json'],
])('a provider that answers everything with %s', (_what, answer, status, type) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(answer);
  });
  beforeAll(async () => await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => server.close());

  it('is refused, and nothing is said of the key', async () => {
    const { port } = server.address() as AddressInfo;
    const provider = connectProvider(new URL(`http://127.0.0.1:${port}/v1`), 'very-secret-key', timeoutMs);
    const results = await runSuite(provider, true);
    expect(isRefused(results, false)).toBe(true);
    expect(describeResults(results)).not.toContain('very-secret-key');
  });
});

it('tells a filter, a sort or a page that is refused from one that could not be tried', async () => {
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
  const results = await runSuite(
    connectProvider(new URL(`http://127.0.0.1:${port}`), 'key', timeoutMs),
    false,
  );
  server.closeAllConnections();
  server.close();
  const outcomes = results
    .filter(({ operation, says }) => operation.id === 'listTransactions' && /^(shows|sorts|puts)/.test(says))
    .map(({ outcome, detail }) => `${outcome}: ${detail?.slice(0, 12)}`);
  expect(outcomes).toEqual(Array.from({ length: 10 }, () => 'differs: answered 500'));
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

it('is not tried on a provider that cannot be reached, and says why', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const url = `http://127.0.0.1:${port}/api/prod/v1`;
  const command = projectFile('src/conformance/conformance.command.ts');
  const child = spawn(process.execPath, [command, '--url', url, '--token', 'very-secret-key']);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '',
    err: `${url} does not answer: connect ECONNREFUSED 127.0.0.1:${port}. Nothing was checked.\n`,
  });
});

it('says of a provider that does not answer that it does not', async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const results = await runSuite(connectProvider(new URL(`http://127.0.0.1:${port}`), 'key', 5), false);
  server.closeAllConnections();
  server.close();
  expect(results.every(({ outcome }) => outcome === 'differs')).toBe(true);
  expect(results[0]?.detail).toBe('no answer within 0.005 s');
});
