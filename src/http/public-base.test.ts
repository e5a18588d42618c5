import { expect, it } from 'vitest';
import { createHttpApp } from './http-app.ts';
import { publicBase } from './public-base.ts';

async function baseOf(headers: Record<string, string>, publicUrl?: string) {
  const app = createHttpApp({ trustProxy: true });
  app.get('/', (request, reply) => reply.send({ base: publicBase(publicUrl, request) }));
  const answer = await app.inject({ url: '/', headers });
  await app.close();
  return answer.statusCode === 200 ? answer.json<{ base: string }>().base : answer.statusCode;
}

it('is the setting, whatever the request says', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  expect(await baseOf(headers, 'https://console.example/')).toBe('https://console.example');
});

it('is else where the request was sent to, as a trusted proxy has it', async () => {
  expect(await baseOf({ host: 'console.example:8080' })).toBe('http://console.example:8080');
  const forwarded = { 'x-forwarded-host': 'console.example', 'x-forwarded-proto': 'https' };
  expect(await baseOf({ host: '10.0.0.1:3000', ...forwarded })).toBe('https://console.example');
});

it.each(['javascript', 'data', 'file', 'https://evil.example/?'])(
  'has no other scheme, even where a proxy passes on the word "%s"',
  async (scheme) => {
    const headers = { host: 'console.example', 'x-forwarded-proto': scheme };
    expect(await baseOf(headers)).toBe('http://console.example');
  },
);

it.each(['a/b', 'a b', 'user@console.example', 'console.example/path', 'a"onload=', '[::1', 'a:b:c'])(
  'is not made of "%s", which is no host',
  async (host) => {
    expect(await baseOf({ host: 'console.example', 'x-forwarded-host': host })).toBe(400);
  },
);
