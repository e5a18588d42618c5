import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Task } from '../../worker/worker.ts';
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

type Options = { random?: Random };

/**
 * Keeps the sandbox alive while the process runs: a few things a minute, each in a transaction of its own and
 * with funds that are there. A task of the worker that never asks to be called again at once. Each thing comes
 * so long after the last time that it came, so that a pause, of the process or of the machine, is followed by
 * the usual pace and not by all that was missed; what was under way is found in the database and carried on.
 */
export function sandboxTraffic(db: Kysely<Tables>, options: Options = {}): Task {
  const { random = makeRandom(randomInt(2 ** 32)) } = options;
  const after = (seconds: number) => Date.now() + 1_000 * seconds * (0.4 + 1.2 * random.fraction());
  const timetable = habits.map(({ seconds, act }) => ({ seconds, act, at: after(seconds) }));
  return {
    name: 'sandbox traffic',
    runOnce: async () => {
      const due = timetable.find(({ at }) => at <= Date.now());
      if (due === undefined) return false;
      due.at = after(due.seconds);
      await due.act(db, random);
      return false;
    },
  };
}
