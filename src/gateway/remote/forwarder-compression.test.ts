import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { requestAmlReport } from '#contract/wallet-service/aml.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { useTestDatabase } from '#database/testing.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { answering, envelope } from '../testing/stand-in-provider.ts';

const remote = setUpRemoteGateways(useTestDatabase());

it('compresses what a provider sends for a browser, unless it may grant access', async () => {
  const { gateway, cookie } = await remote.startSignedIn();
  const body = envelope({ count: 0, transactions: [], note: 'again and '.repeat(1000) });
  remote.provider.respond = answering(200, { 'content-type': 'application/json' }, body);
  const headers = { ...fromOwnPage, cookie, 'accept-encoding': 'gzip, deflate, br, zstd' };
  const list = await gateway.send(listTransactions.path, { headers });
  expect(list.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(list.bytes).toString()).toBe(body);
  const report = await gateway.send(requestAmlReport.path, {
    method: 'POST',
    headers,
    body: { value: 'T', network: 'trx' },
  });
  expect(report.headers['content-encoding']).toBeUndefined();
  expect(report.body).toBe(body);
});
