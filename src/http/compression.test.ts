import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gatewayOperations } from '#contract/gateway/operations.ts';
import type { Operation } from '#contract/operation.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { compressionOf } from './compression.ts';
import { createHttpApp } from './http-app.ts';
import { serve } from './serve.ts';

const all: readonly Operation[] = [...walletServiceOperations, ...gatewayOperations];
const asBrowsersDo = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const wallet = { address: 'T1', name: 'Desk', type: 'user', network: 'trx', status: 'active', balances: {} };

let app: FastifyInstance;

beforeEach(() => {
  app = createHttpApp({ logger: false });
});

afterEach(async () => app.close());

function serveWallets(count: number): void {
  void app.register(async (scope) => {
    const wallets = Array.from({ length: count }, () => wallet);
    serve({ app: scope, authorize: async () => null }, listWallets, async () => ({
      user_id: 'u',
      count,
      wallets,
    }));
  });
}

describe('the response of a list', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('is compressed for a client that accepts %s', async (accepted, encoding, decompress) => {
    serveWallets(100);
    const plain = await app.inject({ url: listWallets.path });
    const response = await app.inject({ url: listWallets.path, headers: { 'accept-encoding': accepted } });
    expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(decompress(response.rawPayload).toString()).toBe(plain.body);
    expect(response.rawPayload.length).toBeLessThan(plain.body.length / 10);
  });

  it.each([{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'br;q=0' }])(
    'comes plain with the headers %j',
    async (headers) => {
      serveWallets(100);
      const response = await app.inject({ url: listWallets.path, headers });
      expect(response.headers['content-encoding']).toBeUndefined();
      expect(response.json()).toMatchObject({ data: { count: 100 } });
    },
  );

  it('comes plain when it is short', async () => {
    serveWallets(1);
    const response = await app.inject({ url: listWallets.path, headers: asBrowsersDo });
    expect(response.headers['content-encoding']).toBeUndefined();
  });
});

it.each(all)('the responses of $id are compressed unless they may grant access', async (operation) => {
  void app.register(async (scope) => {
    scope.route({
      method: operation.method,
      url: operation.path,
      ...compressionOf(operation),
      handler: async () => ({ text: 'again and '.repeat(1000) }),
    });
  });
  const response = await app.inject({ method: operation.method, url: operation.path, headers: asBrowsersDo });
  expect(response.headers['content-encoding']).toBe(operation.grantsAccess === true ? undefined : 'br');
});
