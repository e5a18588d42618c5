import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { openDatabase } from '#database/database.ts';
import { receiveDeposit } from './service/testing-deposits.ts';
import { checkInConsole } from './testing-aml-check.ts';
import { makeDataDirectory } from './testing-data-directory.ts';
import { addressOf, type RunningProgram, startProgram } from './testing-program.ts';

// The whole program at its most talkative, used rightly and wrongly: what it writes may be read by people who
// must not have keys, sessions, links or the recovery phrase.

const api = '/api/prod/v1';
const wrongKey = 'wck_wrong-key-that-nobody-made-0123456789abcdefghi';
const strayKey = 'wck_stray-key-that-stands-in-odd-places-9876543210';
const recipient = 'TEdvoHEatmDKvTh3o9vBRB9Vdtbhn4QFhy';

type Line = Record<string, unknown>;
type Answered = { id: string; status: number };

let folder: string;
let program: RunningProgram | undefined;
/** What both starts wrote, whole: a process is waited for until its streams are closed. */
let written = '';
let firstKey = '';
let cookieValue = '';
let phrase: string[] = [];
/** The unguessable parts of links. */
const linkCodes: string[] = [];
/** Every answer that carried a request id. */
const answered: Answered[] = [];

const settings = () => ({ DATA_DIR: folder, SANDBOX: 'off' });

async function start(): Promise<string> {
  program = startProgram({
    ...settings(),
    LOG_LEVEL: 'trace',
    CHAIN: 'sandbox',
    WITHDRAWAL_DELAY_SECONDS: '0',
  });
  return await addressOf(program);
}

async function stop(): Promise<void> {
  if (program === undefined) return;
  const { child, output } = program;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
  written += output();
  program = undefined;
}

type Request = { method?: string; headers?: Record<string, string>; body?: unknown; text?: string };

async function ask(url: string, { method = 'GET', headers = {}, body, text }: Request = {}) {
  const content = body === undefined ? text : JSON.stringify(body);
  const answer = await fetch(url, {
    method,
    headers: { ...(content !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(content !== undefined && { body: content }),
  });
  const { status } = answer;
  answered.push({ id: answer.headers.get('x-request-id') ?? '', status });
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  const { data } = (isJson ? await answer.json() : { data: await answer.bytes() }) as { data: unknown };
  return { status, data: data as Record<string, unknown>, headers: answer.headers };
}

/** Sends bytes as they are and returns the status line, or nothing where the test goes away first. */
async function sendRaw(address: string, text: string, isLeaving = false): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  await new Promise((resolve) => socket.write(text, resolve));
  if (isLeaving) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    return '';
  }
  await once(socket, 'close');
  return received.split('\r\n', 1)[0] ?? '';
}

/** Wallets are made by the program; funds come from outside, while it does not run. */
async function fund(address: string): Promise<void> {
  const { db, close } = await openDatabase({ kind: 'pglite', directory: folder });
  const { account_id: accountId } = await db
    .selectFrom('accounts')
    .select('account_id')
    .executeTakeFirstOrThrow();
  const movement = { currency: 'USDT', amount: decimal('1000') } as const;
  await receiveDeposit(db, accountId, { network: 'trx', address }, movement);
  await close();
}

async function makeWallets(server: string): Promise<string> {
  const headers = { token: firstKey };
  const created = await Promise.all(
    ['trx', 'eth', 'bnb', 'btc'].map(async (network) =>
      ask(`${server}${api}/wallets`, {
        method: 'POST',
        headers,
        body: { name: 'Log', network, type: 'user' },
      }),
    ),
  );
  expect(created.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  for (const { data } of created) {
    const qr = String(data['qr']);
    linkCodes.push(/([\w-]{22})\.png$/.exec(qr)?.[1] ?? '');
    expect((await ask(qr)).status).toBe(200);
  }
  return String(created[0]?.data['address']);
}

async function useRightly(server: string, wallet: string): Promise<void> {
  const own = { 'sec-fetch-site': 'same-origin' };
  const signedIn = await ask(`${server}/session`, {
    method: 'POST',
    headers: own,
    body: { token: firstKey },
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  cookieValue = cookie.split('=')[1] ?? '';
  const headers = { ...own, cookie };

  const check = { value: recipient, network: 'trx' };
  const report = await ask(`${server}${api}/aml-report`, { method: 'POST', headers, body: check });
  const link = String(report.data['pdf_link']);
  const code = /([\w-]{43})\.pdf$/.exec(link)?.[1] ?? '';
  linkCodes.push(code);
  expect((await ask(link)).status).toBe(200);
  expect((await ask(link.replace(/\/\d{10}\//, '/4000000000/'))).status).toBe(404);
  expect((await ask(`${link}?token=${strayKey}`, { headers })).status).toBe(200);
  linkCodes.push(await checkInConsole(server, headers, recipient));
  for (const list of ['wallets', 'transactions', 'withdrawal-requests', 'user-balances']) {
    expect((await ask(`${server}${api}/${list}`, { headers })).status).toBe(200);
  }
  // The sandbox's chain refuses a few payments, and fails a few: one must go all the way.
  const ends: unknown[] = [];
  while (!ends.includes('completed') && ends.length < 5) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: most runs need one
    ends.push(await withdraw(server, wallet, headers));
  }
  expect(ends).toContain('completed');
}

/** Submits a withdrawal and returns its final status. */
async function withdraw(server: string, wallet: string, headers: Record<string, string>): Promise<unknown> {
  const order = {
    amount: '25',
    network: 'trx',
    currency: 'USDT',
    sender: 'user',
    sender_wallet: wallet,
    external_id: `log-${randomUUID()}`,
    recipient_wallet: recipient,
  };
  const request = await ask(`${server}${api}/withdrawal-request`, { method: 'POST', headers, body: order });
  const { request_id: id } = (request.data['data'] ?? {}) as { request_id?: string };
  const status = async () => {
    const found = await ask(`${server}${api}/withdrawal-request?request_id=${id}`, { headers });
    return (found.data['data'] as { status?: string } | undefined)?.status;
  };
  const ended = expect.stringMatching(/^(?:completed|rejected|error)$/);
  return await vi.waitFor(
    async () => {
      const now = await status();
      expect(now).toEqual(ended);
      return now;
    },
    { timeout: 30_000, interval: 200 },
  );
}

/** Every place that a key, a session or a link may come to by mistake, each with the status of its refusal. */
async function useWrongly(server: string): Promise<void> {
  const url = `${server}${api}/wallets`;
  const json = { token: firstKey, 'content-type': 'application/json' };
  const cookie = `wallet_console_session=${cookieValue}`;
  const own = { 'sec-fetch-site': 'same-origin' };
  const attempts: [status: number, url: string, request?: Request][] = [
    [401, url, { headers: { token: wrongKey } }],
    [401, url, { headers: { authorization: `Bearer ${firstKey}`, 'x-api-key': wrongKey } }],
    [401, `${server}/session`, { method: 'POST', headers: own, body: { token: wrongKey } }],
    [
      400,
      `${server}/session`,
      { method: 'POST', headers: own, body: { token: firstKey, [strayKey]: firstKey } },
    ],
    [400, `${url}?token=${firstKey}&search=${cookieValue}`, { headers: { token: firstKey } }],
    [404, `${server}/${firstKey}/${linkCodes.at(-1)}?token=${firstKey}`],
    [405, url, { method: 'PATCH', headers: { token: wrongKey }, body: { name: firstKey } }],
    [400, url, { method: 'POST', headers: json, text: `{"name": "${firstKey}", "token": ${firstKey}` }],
    [
      400,
      url,
      { method: 'POST', headers: json, body: { name: firstKey, network: strayKey, type: cookieValue } },
    ],
    [415, url, { method: 'POST', headers: { ...json, 'content-type': `text/${strayKey}` }, text: firstKey }],
    [413, url, { method: 'POST', headers: json, text: firstKey.repeat(6_000) }],
    [
      403,
      url,
      { method: 'POST', headers: { cookie, 'sec-fetch-site': 'cross-site' }, body: { name: firstKey } },
    ],
    [
      403,
      `${server}/session`,
      { method: 'POST', headers: { origin: 'https://evil.example' }, body: { token: firstKey } },
    ],
    [400, `${server}${api}/%zz${firstKey}`, { headers: { token: firstKey } }],
    [404, `${server}${api}/aml-report-recheck`, { method: 'POST', headers: json, body: { uid: firstKey } }],
    [200, `${server}/session`, { method: 'DELETE', headers: { ...own, cookie } }],
    [401, `${server}/session`, { headers: { cookie } }],
  ];
  const statuses: number[] = [];
  for (const [, place, request] of attempts) statuses.push((await ask(place, request)).status);
  expect(statuses).toEqual(attempts.map(([status]) => status));
}

/** What Node refuses before it is a request, and a client that goes away in the middle. */
async function sendWhatIsNoRequest(server: string): Promise<void> {
  const head = `GET ${api}/wallets?key=${strayKey} HTTP/1.1\r\nhost: localhost\r\ntoken: ${firstKey}\r\n`;
  const cookie = `cookie: wallet_console_session=${cookieValue}\r\n`;
  expect(await sendRaw(server, `${head}${cookie}no header at all\r\n\r\n`)).toContain(' 400 ');
  expect(await sendRaw(server, `${firstKey} ${cookieValue}\r\n\r\n`)).toContain(' 400 ');
  expect(await sendRaw(server, `${head}long: ${firstKey.repeat(1_000)}\r\n\r\n`)).toContain(' 431 ');
  const evil = head.replace('localhost', 'evil.example');
  expect(await sendRaw(server, `${evil}connection: close\r\n\r\n`)).toContain(' 403 ');
  const body = `content-type: application/json\r\ncontent-length: 999\r\n\r\n{"name": "${firstKey}`;
  await sendRaw(server, `${head.replace('GET', 'POST')}${cookie}${body}`, true);
}

beforeAll(async () => {
  folder = makeDataDirectory('keyed');
  firstKey = inject('preparedKey');
  let server = await start();
  const lines = readFileSync(join(folder, 'recovery-phrase.txt'), 'utf8').split('\n');
  phrase = lines.filter((line) => !line.startsWith('#')).flatMap((line) => line.match(/[a-z]+/g) ?? []);
  const wallet = await makeWallets(server);
  await stop();
  await fund(wallet);
  server = await start();
  await useRightly(server, wallet);
  await useWrongly(server);
  await sendWhatIsNoRequest(server);
  await stop();
}, 120_000);

afterAll(() => {
  program?.child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const logLines = () => written.split('\n').filter((line) => line.startsWith('{'));

/** Each run of characters of a secret that is long enough to be of use, as text and as a dump of bytes. */
function tracesOf(secret: string): string[] {
  const runLength = 12;
  const runs = Array.from({ length: secret.length - runLength + 1 }, (_, at) =>
    secret.slice(at, at + runLength),
  );
  return runs.flatMap((run) => [run, [...Buffer.from(run)].join(','), Buffer.from(run).toString('hex')]);
}

const found = (secret: string, text: string) => tracesOf(secret).filter((trace) => text.includes(trace));

describe('the log of the whole program at level trace', () => {
  it('is JSON, and what else is written says only that it starts', () => {
    const lines = logLines().map((line) => JSON.parse(line) as Line);
    expect(lines.length).toBeGreaterThan(answered.length);
    for (const line of lines) {
      expect(line).toMatchObject({
        level: expect.any(Number),
        time: expect.any(Number),
        msg: expect.any(String),
      });
    }
    const others = written.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
    const labels = others.map((line) => line.slice(2, 19).trim()).filter((label) => label !== '');
    const everyStart = [
      'Set up',
      'Wallet Console',
      'Mode',
      'Identity provider',
      'Deposits',
      'Withdrawals',
      'Recovery phrase',
    ];
    expect(labels).toEqual([...everyStart, ...everyStart]);
  });

  it('has one line for each answer, with the request id of its header and its status', () => {
    const lines = logLines().map((line) => JSON.parse(line) as Line);
    expect(answered.length).toBeGreaterThan(30);
    for (const { id, status } of answered) {
      expect(id).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
      const ends = lines.filter((line) => line['requestId'] === id && 'status' in line);
      expect(ends.map((line) => line['status'])).toEqual([status]);
    }
    expect(new Set(answered.map(({ id }) => id)).size).toBe(answered.length);
  });

  it('has no API key in any form, and nothing else that is printed has one', () => {
    const log = logLines().join('\n');
    for (const key of [firstKey, wrongKey, strayKey]) expect(found(key.replace('wck_', ''), log)).toEqual([]);
    expect(written).not.toContain('wck_');
  });

  it('has no session', () => {
    expect(cookieValue).toHaveLength(43);
    expect(found(cookieValue, written)).toEqual([]);
  });

  it('has no code of a link to a report or an image', () => {
    expect(linkCodes.map(({ length }) => length)).toEqual([22, 22, 22, 22, 43, 43]);
    for (const code of linkCodes) expect(found(code, written)).toEqual([]);
  });

  it('has no three words of the recovery phrase in a row, whatever is between them', () => {
    expect(phrase.length).toBeGreaterThanOrEqual(12);
    const words = ` ${(written.toLowerCase().match(/[a-z]+/g) ?? []).join(' ')} `;
    const runs = phrase.slice(2).map((word, at) => ` ${phrase[at]} ${phrase[at + 1]} ${word} `);
    expect(runs.filter((run) => words.includes(run))).toEqual([]);
  });
});
