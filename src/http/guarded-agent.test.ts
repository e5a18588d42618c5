import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { guardedAgent, PrivateAddressError } from './guarded-agent.ts';
import { isLoopbackAddress, isPublicAddress } from './private-address.ts';

/** Asks for a name that leads to these addresses. */
async function ask(
  url: URL,
  isReachable: (address: string) => boolean,
  addresses: readonly string[],
): Promise<number> {
  const found = addresses.map((address) => ({ address, family: 4 }));
  const agent = guardedAgent(url, isReachable, { find: (_name, _options, done) => done(null, found) });
  onTestFinished(async () => agent.destroy());
  const { statusCode, body } = await request(url, { dispatcher: agent });
  await body.dump();
  return statusCode;
}

async function startServer(): Promise<number> {
  const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

it('connects to a name whose addresses are all reachable', async () => {
  const url = new URL(`http://hooks.example:${await startServer()}/`);
  expect(await ask(url, isLoopbackAddress, ['127.0.0.1'])).toBe(200);
});

it.each([
  ['to this machine', ['127.0.0.1']],
  ['to a private network', ['10.0.0.7']],
  ['to the metadata of a cloud', ['169.254.169.254']],
  ['to a public and a private address', ['93.184.215.14', '192.168.1.1']],
  ['nowhere', []],
])('refuses a name that leads %s', async (_where, found) => {
  const url = new URL(`http://hooks.example:${await startServer()}/`);
  await expect(ask(url, isPublicAddress, found)).rejects.toBeInstanceOf(PrivateAddressError);
});

it('refuses a private address in the URL itself', () => {
  expect(() => guardedAgent(new URL('https://[::1]/'), isPublicAddress)).toThrow(PrivateAddressError);
});
