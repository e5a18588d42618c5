import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { closeSession } from '#contract/gateway/sessions.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { call, callLast, requestWith } from './client.ts';

type Sent = { path: string; signal: AbortSignal; answer: (status: number, data: object) => void };

let sent: Sent[];

beforeEach(() => {
  vi.stubGlobal('window', { location: { pathname: '/' } });
  sent = [];
  requestWith(async (path, { signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(new DOMException('taken back', 'AbortError')));
    const answer = (status: number, data: object) =>
      resolve(new Response(JSON.stringify({ status, data }), { status }));
    sent.push({ path, signal: signal ?? new AbortController().signal, answer });
    return promise;
  });
});

afterAll(() => requestWith(async (path, init) => fetch(path, init)));

const paths = () => sent.map(({ path }) => path.replace(/\?.*/u, ''));

it('takes back what is read while the session ends, and sends it again if that fails', async () => {
  const underway = call(listWallets, { query: {} });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const ending = callLast(closeSession, {});
  const asked = call(listWallets, { query: { limit: 5 } });
  await vi.waitFor(() => expect(paths()).toEqual(['/api/prod/v1/wallets', '/session']));
  expect(sent[0]?.signal.aborted).toBe(true);

  sent[1]?.answer(500, {});
  await expect(ending).rejects.toMatchObject({ status: 500 });
  await vi.waitFor(() => expect(sent).toHaveLength(4));
  for (const { answer } of sent.slice(2)) answer(400, {});
  await expect(underway).rejects.toMatchObject({ status: 400 });
  await expect(asked).rejects.toMatchObject({ status: 400 });
});
