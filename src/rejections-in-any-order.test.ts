import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import type { ScreeningChecksTable } from '#database/screening-check-tables.ts';
import { findStandingRejection } from '#database/recipient-guard.ts';
import type { Tables } from '#database/tables.ts';
import { insertCheck } from '#database/testing-decisions.ts';
import { instantFromDate } from '#domain/time.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { appendDecision } from './gateway/aml/decisions.store.ts';
import type { Chain } from './service/chain/chain.ts';
import { sandboxChain } from './service/chain/sandbox-chain.ts';
import { setUpService } from './service/testing.ts';
import {
  findFaults,
  letTimePass,
  order,
  outsider,
  withdrawals,
  workThrough,
} from './service/withdrawals/testing-withdrawals.ts';
import { withdrawalsJob } from './service/withdrawals/withdrawals.job.ts';

const rounds = process.env['LONG_TESTS'] === '1' ? 1_000 : 75;

const service = setUpService();
const { create, fillPool } = withdrawals(service);

/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What a process does in order, one call of the database or of the chain after the other. */
class Process {
  #steps = 0;
  isKilled = false;
  readonly #killAt: number;
  readonly #onStep: (step: number) => Promise<void>;

  constructor(killAt: number, onStep: (step: number) => Promise<void> = async () => undefined) {
    this.#killAt = killAt;
    this.#onStep = onStep;
  }

  /** Ends the process here when its time has come: then it does nothing more, not even to clean up. */
  async step(): Promise<void> {
    if (!this.isKilled) {
      this.#steps += 1;
      this.isKilled = this.#steps === this.#killAt;
      if (!this.isKilled) await this.#onStep(this.#steps);
    }
    if (this.isKilled) throw new Error('killed');
  }

  /** The database as this process has it: a step before each transaction, and before each look outside of one. */
  database(db: Kysely<Tables>): Kysely<Tables> {
    return new Proxy(db, {
      get: (target, name) => {
        if (name === 'transaction') {
          return () => ({
            setIsolationLevel: (level: never) => ({
              execute: async (work: never) => {
                await this.step();
                return await target.transaction().setIsolationLevel(level).execute(work);
              },
            }),
            execute: async (work: never) => {
              await this.step();
              return await target.transaction().execute(work);
            },
          });
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  chain(chain: Chain): Chain {
    return {
      sign: async (payment) => {
        await this.step();
        return await chain.sign(payment);
      },
      state: async (payment) => {
        await this.step();
        const state = await chain.state(payment);
        await this.step();
        return state;
      },
      send: async (payment, signal) => {
        await this.step();
        await chain.send(payment, signal);
        await this.step();
      },
    };
  }
}

type Tally = { sent: number; new: number; signed: number; waited: number; killed: number; faults: string[] };

/** A network that looks, while it is sent a payment, whether compliance has rejected the recipient. */
function watchfulChain(db: Kysely<Tables>, seed: number, check: ScreeningChecksTable, tally: Tally): Chain {
  const chain = sandboxChain(db, { confirmAfterMs: 0, refusedShare: 0, failedShare: 0 });
  const { account_id: accountId, network, value: address } = check;
  const look = async (when: string): Promise<void> => {
    const rejection = await findStandingRejection(db, { accountId, network, address });
    if (rejection !== undefined) tally.faults.push(`seed ${seed}: sent ${when} a committed rejection`);
  };
  return {
    ...chain,
    send: async (payment, signal) => {
      tally.sent += 1;
      await look('after');
      await chain.send(payment, signal);
      await look('across');
    },
  };
}

/** The pauses of the requests are over, although a worker may still hold one. */
async function makeDue(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('withdrawal_requests')
    .set({ next_step_at: instantFromDate(new Date(0)) })
    .where('next_step_at', 'is not', null)
    .execute();
}

const isOpen = ({ next_step_at: next }: { next_step_at: unknown }): boolean => next !== null;

async function play(seed: number, tally: Tally): Promise<void> {
  const { db, accountId } = service;
  const random = randomOf(seed);
  const below = (count: number) => Math.floor(random() * count);
  const address = outsider('bnb', seed);
  const check = await insertCheck(db, { accountId, network: 'bnb', address });
  const chain = watchfulChain(db, seed, check, tally);
  const failures: unknown[] = [];
  const survive = async (doing: Promise<unknown>): Promise<void> => {
    await doing.catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== 'killed') failures.push(error);
    });
  };

  let hasWaited = false;
  let decisions: Promise<void> = Promise.resolve();
  /** Makes one decision after the other; the process that makes one may be killed, and then another makes it. */
  const decide = (decision: 'rejected' | 'accepted', killAt: number): void => {
    const make = async (process: Process) => {
      const row = await db
        .selectFrom('screening_checks')
        .select('decision_id')
        .where('check_id', '=', check.check_id)
        .executeTakeFirstOrThrow();
      const now = instantFromDate(new Date());
      const id = `decision_${seed}_${performance.now()}`.replace('.', '_');
      const made = {
        decision_id: id,
        check_id: check.check_id,
        decision,
        note: '',
        band: 'high',
        decided_by: null,
        key_fingerprint: 'test',
        decided_at: now,
      } as const;
      const decided = await appendDecision(process.database(db), check, made, row.decision_id, { waitMs: 1 });
      if (typeof decided === 'string') throw new Error(`The decision was ${decided}.`);
    };
    const before = decisions;
    decisions = (async () => {
      await before;
      const mortal = new Process(killAt, async (step) => {
        hasWaited ||= step > 1;
      });
      await survive(make(mortal));
      if (mortal.isKilled) await survive(make(new Process(0)));
    })();
  };

  const request = async (): Promise<void> => {
    const { status } = await create(
      order({
        network: 'bnb',
        amount: '5',
        recipient_wallet: address,
        external_id: `order-${seed}-${random()}`,
      }),
    );
    if (status !== 200 && status !== 400) failures.push(new Error(`The request was answered ${status}.`));
  };
  const decideAt = 1 + below(16);
  const isLifted = random() < 0.25;
  const killAt = random() < 0.5 ? 1 + below(16) : 0;
  let place = 0;
  const onStep = async (): Promise<void> => {
    place += 1;
    if (place !== decideAt) return;
    decide('rejected', random() < 0.2 ? 1 : 0);
    if (isLifted) decide('accepted', 0);
    // It runs as far as it gets while this process is blocked, because it may have to wait for it.
    await Promise.race([decisions, sleep(below(4))]);
  };
  const work = async (process: Process): Promise<void> => {
    const job = withdrawalsJob({ db: process.database(db), chain: process.chain(chain) });
    await survive(runOnce(job));
    tally.killed += process.isKilled ? 1 : 0;
  };

  await request();
  if (random() < 0.3) await request();
  await makeDue(db);
  const first = work(new Process(killAt, onStep));
  if (random() < 0.4) {
    // Another process takes the same request, as when a lease ran out.
    await sleep(below(3));
    await makeDue(db);
    await work(new Process(random() < 0.3 ? 1 + below(10) : 0, onStep));
  }
  await first;
  if (random() < 0.3) await request();
  if (place < decideAt) decide('rejected', 0);
  // No process works any more: the leases of killed ones expire.
  await letTimePass(db);
  await decisions;
  tally.waited += hasWaited ? 1 : 0;
  const find = db
    .selectFrom('withdrawal_requests')
    .select(['status', 'transaction_status', 'next_step_at'])
    .where('recipient_wallet', '=', address);
  let rows = await find.execute();
  for (let round = 0; round < 4 && rows.some(isOpen); round += 1) {
    await workThrough(db, withdrawalsJob({ db, chain }), 1);
    rows = await find.execute();
  }
  tally.new += rows.filter((row) => row.status === 'rejected' && row.transaction_status === null).length;
  tally.signed += rows.filter(
    (row) => row.status === 'rejected' && row.transaction_status === 'failed',
  ).length;
  if (rows.some(isOpen)) tally.faults.push(`seed ${seed}: left open`);
  tally.faults.push(...failures.map((failure) => `seed ${seed}: ${String(failure)}`));
}

it(
  `nothing is sent to an address after its rejection is committed: ${rounds} interleavings of decide, request, begin and kill`,
  { timeout: 600_000 },
  async () => {
    await fillPool('bnb', 'USDT', '1000000');
    const tally: Tally = { sent: 0, new: 0, signed: 0, waited: 0, killed: 0, faults: [] };
    const begunAt = performance.now();
    for (let seed = 1; seed <= rounds; seed += 1) await play(seed, tally);
    expect(tally.faults).toEqual([]);
    expect(await findFaults(service.db)).toEqual([]);
    // Each of these came about: a payment that was sent, a request that was stopped before and after it was signed, a
    // rejection that waited for a payment, and a process that was killed.
    const { faults: _faults, ...happened } = tally;
    for (const [what, times] of Object.entries(happened))
      expect([what, times > rounds / 40]).toEqual([what, true]);
    const seconds = ((performance.now() - begunAt) / 1000).toFixed(0);
    process.stdout.write(`${rounds} interleavings in ${seconds} s: ${JSON.stringify(happened)}\n`);
  },
);
