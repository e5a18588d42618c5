import { describe, expect, it } from 'vitest';
import { ExactNumber, parseJson } from '#domain/json.ts';
import { processorMs } from '#domain/testing-processor-time.ts';
import { describeOutcome } from './describe-outcome.ts';
import { describeRequest } from './describe-request.ts';

const apiKey = 'wck_the-key-itself';
const json = (value: object) => JSON.stringify(value);
const outcome = (payload: unknown, status = 200, method = 'POST') =>
  describeOutcome({ answer: { method, status, payload }, apiKey });
const of = (body: unknown, query?: unknown) => describeRequest({ body, query }, apiKey);

describe('what is written down of a request', () => {
  it('is its fields as they came, every digit included', () => {
    const body = { amount: new ExactNumber('0.123456789012345678'), network: 'trx', all: true, note: null };
    expect(of(body).details).toBe('{"amount":0.123456789012345678,"network":"trx","all":true,"note":null}');
  });

  it.each([
    [{ address: 'T1', name: 'Till' }, 'T1'],
    [{ external_id: 'pay-1', recipient_wallet: 'T2' }, 'pay-1'],
    [{ request_id: 'wd_1' }, 'wd_1'],
    [{ uid: 'abc' }, 'abc'],
    [{ value: 'T3', network: 'trx' }, 'T3'],
    [{ id: 7, version: 2 }, '7'],
    [{ name: 'Till', network: 'trx' }, 'Till'],
    [{ address: '', name: 'Till' }, 'Till'],
    [{ version: 0 }, null],
    [{ from: '2026-10-01', to: '2026-11-01', time_zone: 'UTC' }, '2026-10-01 – 2026-10-31, UTC'],
    [
      { from: '2026-09-30T22:00:00Z', to: '2026-10-31T23:00:00Z', time_zone: 'Europe/Berlin', format: 'pdf' },
      '2026-10-01 – 2026-10-31, Europe/Berlin',
    ],
    [{ from: '2026-10-01', to: 'never', time_zone: 'UTC' }, null],
    [{ from: '0001-01-01', to: '0001-01-01', time_zone: 'UTC' }, null],
    [{ from: '2026-10-01', to: '2026-11-01', time_zone: 'Nowhere' }, null],
    [[{ address: 'T1' }], null],
    ['text', null],
    [undefined, null],
  ])('of %j is about %j', (body, subject) => {
    expect(of(body).subject).toBe(subject);
  });

  it('has nothing that is secret by its name, and never the key', () => {
    const { subject, details } = of({
      name: `my ${apiKey}`,
      API_KEY: 'x1',
      deep: [{ recoveryPhrase: 'x2', password: 'x3', note: `(${apiKey})` }],
      [apiKey]: 'as a name',
    });
    expect(subject).toBe('my (API key)');
    expect(of({ note: 'use wck_somebody-elses-key' }).details).toBe('{"note":"use (API key)"}');
    const others = of({ wallet_seed: 'x4', pin: 'x5', authorization: 'x6', signature: 'x7', pinned: 'here' });
    expect(others.details).not.toMatch(/x[4-7]/);
    expect(others.details).toContain('"pinned":"here"');
    expect(details).not.toMatch(/x1|x2|x3|wck_/);
    expect(details).toContain('"password":"(not recorded)"');
  });

  it('is a whole import into the address book, of as many rows as one can have', () => {
    const rows = Array.from({ length: 100 }, (_, row) => ({
      name: `Supplier ${row} ${'n'.repeat(50)}`,
      network: 'eth',
      address: `0x${String(row).padStart(40, '0')}`,
      note: 'x'.repeat(256),
    }));
    expect(parseJson(of({ rows }).details ?? '')).toEqual({ rows });
  });

  it('has the query of the URL', () => {
    expect(of({ name: 'Till' }, { token: 'x', dry_run: '1' }).details).toBe(
      '{"name":"Till","?":{"token":"(not recorded)","dry_run":"1"}}',
    );
    expect(of(undefined, { dry_run: '1' }).details).toBe('{"?":{"dry_run":"1"}}');
    expect(of(undefined, {}).details).toBeNull();
  });

  it.each([
    ['a long text', { name: 'x'.repeat(100_000) }],
    [
      'many fields',
      Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field${i}`, 'x'.repeat(300)])),
    ],
    ['many entries', { entries: Array.from({ length: 5000 }, () => ({ note: 'x'.repeat(300) })) }],
    ['a deep one', parseJson(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`)],
    ['a long number', { amount: new ExactNumber('9'.repeat(100_000)) }],
    ['long names', { ['n'.repeat(100_000)]: 1 }],
  ])('is bounded, whatever was sent: %s', (_what, body) => {
    const { details, subject } = of(body);
    expect(details?.length).toBeLessThanOrEqual(65_536);
    expect(subject?.length ?? 0).toBeLessThanOrEqual(257);
    expect(() => parseJson(details ?? '')).not.toThrow();
  });

  it('can be stored: no zero byte and no half of a surrogate pair', () => {
    expect(of({ name: 'a\u0000b\uD83D' })).toEqual({ subject: 'a b\uFFFD', details: '{"name":"a b\uFFFD"}' });
  });
});

describe('what is written down of an answer', () => {
  it.each([
    [{ data: { address: 'T1', name: 'Till' } }, 'T1'],
    [{ data: { success: true, data: { request_id: 'wd_1', external_id: 'e' } } }, 'wd_1'],
    [{ success: true, data: { request_id: 'wd_1' } }, 'wd_1'],
    [{ data: { uid: 'abc' } }, 'abc'],
    [{ data: { outcome: 'started', check: { id: 'aml_1', value: 'T1' } } }, 'aml_1'],
    [{ data: { outcome: 'recent', check: { id: 'aml_1', value: 'T1' } } }, null],
    [{ data: { result: 'success' } }, null],
    [{ data: null }, null],
  ])('of %j is the id %j', (answer, id) => {
    expect(outcome(json(answer))).toEqual({ status: 200, error_message: null, created_id: id });
    expect(outcome(Buffer.from(json(answer))).created_id).toBe(id);
  });

  it('is a failure where the provider says so without a code', () => {
    const refused = { status: 400, error_message: 'Too late', created_id: null };
    expect(outcome(json({ success: false, error_message: 'Too late' }))).toEqual(refused);
    expect(
      outcome(
        json({
          error_code: null,
          error_message: null,
          data: { success: false, error_message: 'Too late', id: 7 },
        }),
      ),
    ).toEqual(refused);
  });

  it('names nothing new where nothing was made', () => {
    expect(outcome(json({ data: { address: 'T1' } }), 200, 'PUT').created_id).toBeNull();
    expect(outcome(json({ error_code: 'request', data: { address: 'x' } }), 400).created_id).toBeNull();
  });

  it('is the failure, however a provider puts it', () => {
    const message = `No funds for ${apiKey}`;
    const failed = { error_message: 'No funds for (API key)', created_id: null };
    expect(outcome(json({ code: '400', error_code: 'request', error_message: message }), 400)).toEqual({
      status: 400,
      ...failed,
    });
    expect(outcome(json({ code: '422', errorCode: 'request', errorMessage: message }), 200)).toEqual({
      status: 422,
      ...failed,
    });
    expect(outcome(json({ error_code: 'request', error_message: message }), 200).status).toBe(400);
    expect(outcome('<h1>Bad gateway</h1>', 502)).toEqual({
      status: 502,
      error_message: null,
      created_id: null,
    });
    expect(outcome(undefined, 204)).toEqual({ status: 204, error_message: null, created_id: null });
  });

  it('has a message of bounded length', () => {
    const long = json({ error_code: 'request', error_message: 'x'.repeat(100_000) });
    expect(outcome(long, 400).error_message?.length).toBeLessThanOrEqual(1001);
  });
});

it('reads no more of a long text than it needs, and leaves nothing of a key where it cuts', () => {
  const key = `wck_${'k'.repeat(40)}`;
  // A key across every place where a text may be cut.
  for (const length of [200, 65_500, 65_530, 200_000]) {
    const { details } = describeRequest(
      { body: { text: 'x'.repeat(length) + key + 'y'.repeat(100_000) } },
      key,
    );
    expect(details?.length).toBeLessThan(400);
    expect(details).not.toContain('kkkk');
  }
  const keys = describeRequest({ body: { text: key.repeat(3000) } }, key).details;
  expect(keys).not.toContain('kkkk');
  const text = '\n'.repeat(8_000_000);
  expect(processorMs(() => void describeRequest({ body: { text } }, key))).toBeLessThan(200);
});
