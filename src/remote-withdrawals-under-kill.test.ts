import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WithdrawalOutcome } from '#contract/gateway/withdrawal-outcomes.ts';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { testDatabaseKind } from '#database/testing.ts';
import { createServerDatabase, type ServerDatabase } from '#database/testing-server.ts';
import { setUpService } from './service/testing.ts';
import { outsider, withdrawals } from './service/withdrawals/testing-withdrawals.ts';
import { addressOf, type RunningProgram, startProgram } from './testing-program.ts';
import { type Disturbance, startTestingProvider, type TestingProvider } from './testing-provider.ts';

const isLong = process.env['LONG_TESTS'] === '1';
const count = isLong ? 200 : 80;
/** How many withdrawals have been sent when the console is killed. */
const kills = (isLong ? [0.1, 0.225, 0.35, 0.475, 0.6, 0.725, 0.85] : [0.3, 0.65]).map(
  (share) => share * count,
);
const clients = 20;
const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 100_000);
const timeoutSeconds = 2;
/** Far longer than the provider takes for what it does not hold back, and far shorter than people wait. */
const proofSeconds = 8;
/** How long those whose outcome is unknown are waited for, after each was sent once. */
const patienceMs = isLong ? 60_000 : 25_000;

const service = setUpService();
let folder: string;
let place: ServerDatabase | undefined;
let provider: TestingProvider | undefined;
let program: RunningProgram | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wallet-console-outcomes-'));
});

afterEach(async () => {
  program?.child.kill('SIGKILL');
  await program?.ended;
  await provider?.close();
  await place?.drop({ isForced: true });
  rmSync(folder, { recursive: true, force: true });
});

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What goes wrong with a withdrawal, and more seldom with a question, of which one check asks several. */
function disturbances(random: () => number) {
  const delayMs = () => timeoutSeconds * 1000 + 500 + random() * 1000;
  return (method: string): Disturbance | undefined => {
    const dice = random();
    if (method !== 'POST') {
      if (dice < 0.02) return { isAnswerLost: true };
      if (dice < 0.04) return { refuseWith: 500 };
      return dice < 0.05 ? { delayMs: delayMs() } : undefined;
    }
    if (dice < 0.15) return { isAnswerLost: true };
    if (dice < 0.25) return { delayMs: delayMs() };
    if (dice < 0.3) return { delayMs: delayMs(), isAnswerLost: true };
    if (dice < 0.36) return { refuseWith: 500 };
    if (dice < 0.42) return { refuseWith: 503 };
    if (dice < 0.48) return { refuseWith: 400 };
    return dice < 0.52 ? { refuseWith: 429 } : undefined;
  };
}

const bodyOf = (index: number) => ({
  // The amounts differ, so that each payment can be identified at the provider.
  amount: String(20 + index),
  network: 'trx',
  currency: 'USDT',
  sender: 'exchange',
  external_id: `payout-${index}`,
  recipient_wallet: outsider('trx', index % 7),
});

const json = { 'content-type': 'application/json' };

/** The console in front of the provider; restarted after each kill, on the same data. */
class Console {
  address = '';
  #env: Record<string, string>;

  constructor(env: Record<string, string>) {
    this.#env = env;
  }

  async start(): Promise<void> {
    program = startProgram(this.#env);
    this.address = await addressOf(program);
  }

  async killAndStart(): Promise<void> {
    this.address = '';
    program?.child.kill('SIGKILL');
    await program?.ended;
    await this.start();
  }

  /** Undefined without a response. */
  async ask(
    path: string,
    init: RequestInit,
  ): Promise<{ status: number; body: unknown; cookie: string } | undefined> {
    if (this.address === '') return undefined;
    try {
      const response = await fetch(this.address + path, init);
      const cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      return { status: response.status, body: await response.json(), cookie };
    } catch {
      return undefined;
    }
  }

  async pay(token: string, body: object): Promise<number | undefined> {
    const headers = { ...json, token };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await this.ask(createWithdrawalRequest.path, init))?.status;
  }

  async readOutcomes(token: string): Promise<WithdrawalOutcome[]> {
    const headers = { ...json, 'sec-fetch-site': 'same-origin' };
    const signIn = { method: 'POST', headers, body: JSON.stringify({ token }) };
    const { cookie = '' } = (await this.ask('/session', signIn)) ?? {};
    const answer = await this.ask('/console/withdrawal-outcomes?limit=300', { headers: { cookie } });
    const { data } = (answer?.body ?? {}) as { data?: { outcomes: WithdrawalOutcome[] } };
    return data?.outcomes ?? [];
  }
}

it(
  `${count} withdrawals through a provider that loses, delays and refuses, with the console killed in between, are paid once at most, and each ends confirmed, refused or open`,
  { timeout: 600_000 },
  async () => {
    const random = randomNumbers(seed);
    const disturb = disturbances(random);
    await withdrawals(service).fillPool('trx', 'USDT', '10000000');
    provider = await startTestingProvider(service.app, {
      hasRepeatableExternalIds: true,
      unpublishedParameters: 'ignored',
      largestPage: { rows: 60, beyond: 'refused' },
      disturb: ({ method }) => disturb(method),
    });
    const env: Record<string, string> = {
      DATA_DIR: folder,
      WALLET_API_URL: provider.url.href,
      WALLET_API_TIMEOUT_SECONDS: String(timeoutSeconds),
      OUTCOME_PROOF_SECONDS: String(proofSeconds),
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'silent',
    };
    if (testDatabaseKind === 'postgres') {
      place = await createServerDatabase(process.env['TEST_DATABASE_URL'] ?? '');
      env['DATABASE_URL'] = place.url;
      env['SESSION_SECRET'] = 'a secret of the tests '.repeat(3);
    }
    const console = new Console(env);
    await console.start();

    const run = { sent: 0, isOver: false };
    const answered = new Map<string, number>();
    const killAll = async () => {
      for (const after of kills) {
        while (run.sent < after) await sleep(20);
        await console.killAndStart();
      }
    };
    const bodies = Array.from({ length: count }, (_, index) => bodyOf(index));
    const queue = bodies.map((body) => ({ body, notBefore: 0 }));
    /** Repeats the request until it gets an answer, as a careful program does. */
    const payAll = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const { body, notBefore } = next;
        await sleep(Math.max(0, notBefore - Date.now()));
        if (notBefore === 0) {
          run.sent += 1;
          if (run.sent === count) setTimeout(() => (run.isOver = true), patienceMs).unref();
        }
        const status = await console.pay(service.token, body);
        if (status === 200 || status === 400) answered.set(body.external_id, status);
        // Open ones are waited for as long as there is patience; others were not even stored.
        else if (!run.isOver || status !== 409) {
          queue.push({ body, notBefore: Date.now() + 500 + random() * 1000 });
        }
      }
    };
    await Promise.all([killAll(), ...Array.from({ length: clients }, payAll)]);
    provider.faults.disturb = () => undefined;

    let outcomes = await console.readOutcomes(service.token);
    const isNotCreated = ({ external_id: id }: { external_id: string }) =>
      outcomes.some((each) => each.external_id === id && each.state === 'not_created');
    // Proved since their senders gave up: now they may be sent again.
    while (bodies.some(isNotCreated)) {
      for (const body of bodies.filter(isNotCreated)) {
        const status = await console.pay(service.token, body);
        if (status === 200) answered.set(body.external_id, status);
      }
      outcomes = await console.readOutcomes(service.token);
    }
    const made = await service.db
      .selectFrom('withdrawal_requests')
      .select(['request_id', 'amount', 'recipient_wallet'])
      .execute();
    const madeAs = Map.groupBy(
      made,
      ({ amount, recipient_wallet: recipient }) => `${amount} to ${recipient}`,
    );
    const wrong = bodies.flatMap((body) => {
      const outcome = outcomes.find(({ external_id: id }) => id === body.external_id);
      const ids = (madeAs.get(`${body.amount} to ${body.recipient_wallet}`) ?? []).map(
        ({ request_id: id }) => id,
      );
      const isRight =
        ids.length <= 1 &&
        (outcome?.state === 'confirmed'
          ? ids[0] === outcome.request_id
          : outcome?.state === 'refused'
            ? ids.length === 0
            : outcome?.state === 'outcome_unknown');
      const status = answered.get(body.external_id);
      const isTold = status === undefined || outcome?.state === (status === 200 ? 'confirmed' : 'refused');
      return isRight && isTold ? [] : [{ id: body.external_id, state: outcome?.state, ids, status }];
    });
    // Named, so that a failure can be repeated.
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    expect(made).toHaveLength(madeAs.size);
    const byState = (state: WithdrawalOutcome['state']) =>
      outcomes.filter((each) => each.state === state).length;
    expect(byState('confirmed') + byState('refused') + byState('outcome_unknown')).toBe(count);
    expect(byState('confirmed')).toBeGreaterThan(count / 4);
  },
);
