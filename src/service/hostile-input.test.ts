import { describe, expect, it } from 'vitest';
import { failure, setUpService } from './testing.ts';
import { order, withdrawals } from './withdrawals/testing-withdrawals.ts';

const service = setUpService();

const bodied = [
  ['POST', '/wallets'],
  ['PUT', '/wallets'],
  ['PATCH', '/wallets-status'],
  ['DELETE', '/wallets'],
] as const;

const notJson = failure(400, 'request', 'The body isn’t valid JSON');
const notObject = failure(400, 'request', 'Validation failed: body: must be a JSON object', {
  body: 'must be a JSON object',
});
const wrongFields = {
  code: '400',
  error_code: 'request',
  error_message: expect.any(String),
  data: expect.any(Object),
};

const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
const deepList = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

describe.each(bodied)('%s %s', (method, path) => {
  it.each([
    ['a cut-off text', '{"name":', notJson],
    ['a lone word', 'wallet', notJson],
    ['two values', '{}{}', notJson],
    ['a raw control character', '{"name":"a\nb"}', notJson],
    ['a byte order mark', '\ufeff{}', notJson],
    ['an array', '[{"name":"A"}]', notObject],
    ['null', 'null', notObject],
    ['a number', '1e400', notObject],
    ['a text', '"x"', notObject],
    ['true', 'true', notObject],
    [
      'nesting 100,000 arrays deep',
      deepList,
      expect.objectContaining({ code: '400', error_code: 'request' }),
    ],
    ['nesting that a parser cannot follow', deep.slice(0, 250_000), notJson],
    ['__proto__ as a field', '{"__proto__":{"name":"A","network":"trx"}}', wrongFields],
    ['constructor as a field', '{"constructor":{"prototype":{"name":"A"}}}', wrongFields],
    ['toString as a field', '{"toString":"x","hasOwnProperty":1}', wrongFields],
    ['a lone surrogate', '{"name":"\\ud800","address":"\\udfff"}', wrongFields],
    ['NUL', '{"name":"a\\u0000","address":"\\u0000"}', wrongFields],
    ['huge numbers', '{"name":1e999999,"address":123456789012345678901234567890}', wrongFields],
    ['objects for text', '{"name":{},"address":[],"network":{"$ne":1},"type":null,"status":{}}', wrongFields],
    ['a name of 10,000 characters', JSON.stringify({ name: 'x'.repeat(10_000) }), wrongFields],
  ])('answers %s with a documented 400', async (_what, text, body) => {
    const answer = await service.call(method, path, { body: text });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(body);
  });

  it('names fields of an object prototype as unknown, and takes nothing from them', async () => {
    const answer = await service.call(method, path, { body: '{"__proto__":{"name":"A"},"constructor":1}' });
    const { data } = answer.body as { data: object };
    expect(Object.entries(data)).toEqual(
      expect.arrayContaining([
        ['__proto__', 'unknown field'],
        ['constructor', 'unknown field'],
      ]),
    );
    expect(({} as { name?: string }).name).toBeUndefined();
  });

  it('answers a body that is too large with 413', async () => {
    const answer = await service.call(method, path, { body: { name: 'x'.repeat(300_000) } });
    expect(answer.status).toBe(413);
    expect(answer.body).toEqual(failure(413, 'request', expect.stringContaining('256 KiB')));
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense'])(
    'answers %s with 415',
    async (type) => {
      const answer = await service.call(method, path, { body: '{}', headers: { 'content-type': type } });
      expect(answer.status).toBe(415);
      expect(answer.body).toEqual(failure(415, 'request', expect.stringContaining('application/json')));
    },
  );

  it('answers an empty body with 400', async () => {
    const answer = await service.call(method, path, { body: '' });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'request' } });
  });

  it('looks at the key before the body', async () => {
    const answer = await service.call(method, path, { token: null, body: '{' });
    expect(answer.status).toBe(401);
  });
});

describe('two names that differ in a letter which Latin-1 and UTF-8 encode differently', () => {
  it('never count as one external id: in Latin-1 neither is accepted, in UTF-8 each is its own', async () => {
    const wallet = await withdrawals(service).funded('trx', 'USDT', '1000');
    const body = (external_id: string) =>
      order({ sender: 'user', sender_wallet: wallet.address, external_id });
    const ask = async (external_id: string, encoding: 'latin1' | 'utf8') =>
      await service.app.inject({
        method: 'POST',
        url: '/api/prod/v1/withdrawal-request',
        headers: { token: service.token, 'content-type': 'application/json' },
        payload: Buffer.from(JSON.stringify(body(external_id)), encoding),
      });
    for (const name of ['Müller', 'Möller']) {
      const answer = await ask(name, 'latin1');
      expect(answer.json()).toEqual(failure(400, 'request', 'The body isn’t valid UTF-8'));
    }
    const ids = [];
    for (const name of ['Müller', 'Möller']) {
      const answer = (await ask(name, 'utf8')).json() as { data: { data: Record<string, string> } };
      expect(answer.data.data['external_id']).toBe(name);
      ids.push(answer.data.data['request_id']);
    }
    expect(new Set(ids).size).toBe(2);
  });
});

describe.each(['/wallets', '/user-balances', '/test'])('GET %s', (path) => {
  it.each([
    'nobody=1',
    '__proto__=1',
    'constructor=1',
    'a[b]=1&a[c]=2',
    '%00=1',
    '%ff=%fe',
    '=',
    `${'x'.repeat(5_000)}=1`,
  ])('answers ?%s with a 400 that names the parameter', async (query) => {
    const answer = await service.call('GET', `${path}?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(wrongFields);
  });
});

it.each([
  'limit=%00',
  'limit=9'.padEnd(5_000, '9'),
  'offset=99999999999999999999',
  'network=__proto__',
  'type=constructor',
  'address=%ED%A0%80',
  'address=%ff%fe',
  'address=%E2%80%AE',
  'address[]=1',
  'address.toString=1',
])('answers GET /wallets?%s with 400 or an empty list, never with 500', async (query) => {
  const answer = await service.call('GET', `/wallets?${query}`);
  const nothingFound = { code: '200', data: { count: 0, wallets: [] } };
  expect(answer.body).toMatchObject(
    answer.status === 200 ? nothingFound : { code: '400', error_code: 'request' },
  );
});

it('answers unknown paths with 404 and other methods with 405', async () => {
  expect(await service.call('GET', '/wallet')).toMatchObject({
    status: 404,
    body: { error_code: 'not_found' },
  });
  expect(await service.call('PATCH', '/wallets', { body: {} })).toMatchObject({
    status: 405,
    body: { error_code: 'request' },
  });
  expect(await service.call('GET', '/wallets-status')).toMatchObject({ status: 405 });
});

it('keeps a name as it was given, whatever it looks like', async () => {
  const names = [
    "Robert'); drop table wallets;--",
    '<script>alert(1)</script>',
    '${1+1}',
    '%s %d',
    '👩‍👩‍👧 مرحبا',
    '=1+1',
    '\\',
  ];
  for (const name of names) {
    const answer = await service.call('POST', '/wallets', { body: { name, network: 'trx', type: 'user' } });
    expect(answer).toMatchObject({ status: 200, body: { data: { name } } });
  }
  const { body } = await service.call('GET', '/wallets');
  const { wallets } = (body as { data: { wallets: { name: string }[] } }).data;
  expect(wallets.map(({ name }) => name)).toEqual(names.toReversed());
});
