import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Job } from '#jobs/job.ts';
import { makeRandom, type Random } from '../random.ts';
import { arrive, confirmNext } from './deposit-traffic.ts';
import { exchangeSome, finishExchange } from './exchange-traffic.ts';
import { collectSome, settleTransit } from './pool-traffic.ts';
import { requestSome } from './request-traffic.ts';

/** What the sandbox's outsiders and machinery do, and after how many seconds again, on average. */
const habits: readonly { seconds: number; act: (db: Kysely<Tables>, random: Random) => Promise<void> }[] = [
  { seconds: 5, act: confirmNext },
  { seconds: 24, act: arrive },
  { seconds: 75, act: exchangeSome },
  { seconds: 90, act: collectSome },
  { seconds: 100, act: settleTransit },
  { seconds: 40, act: finishExchange },
  { seconds: 150, act: requestSome },
];

type Options = {
  random?: Random;
  /** Milliseconds that have passed since some moment. The time of day doesn't count: it can be set. */
  elapsedMs?: () => number;
};

/**
 * Keeps the sandbox alive while the process runs: a few things a minute, each in a transaction of its own and
 * with funds that are there. Each event is timed from its last occurrence, so that after a pause of the
 * process or the machine the usual pace goes on, and nothing that was missed is made up; what was under way is found in the
 * database and carried on.
 */
export function sandboxTraffic(db: Kysely<Tables>, options: Options = {}): Job {
  const { random = makeRandom(randomInt(2 ** 32)), elapsedMs = () => performance.now() } = options;
  const after = (seconds: number) => elapsedMs() + 1_000 * seconds * (0.4 + 1.2 * random.fraction());
  const timetable = habits.map(({ seconds, act }) => ({ seconds, act, at: after(seconds) }));
  return {
    name: 'sandbox traffic',
    atOnce: 1,
    claim: async () => {
      const due = timetable.find(({ at }) => at <= elapsedMs());
      if (due === undefined) return [];
      due.at = after(due.seconds);
      return [{ id: due.act.name, work: async () => due.act(db, random) }];
    },
  };
}
