import { type Kysely, sql } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { addMs, type Clock, type Instant, msBetween } from '#domain/time.ts';
import { ServiceError } from '#http/service-error.ts';

/** Slows down key guessing. Stored in the database, so that all processes count together. */
export type SignInThrottle = {
  /**
   * Counts an attempt as failed before it is made, so that many at once cannot all pass on the same count.
   * Throws the 429 when it comes too early, which says whose attempts those are.
   */
  enter: (client: string, whose?: string) => Promise<void>;
  /** Takes the attempt back, with the wait it made, as it was no wrong key. The failures before it stay counted. */
  takeBack: (client: string) => Promise<void>;
};

const FREE_FAILURES = 10;
const LONGEST_WAIT_SECONDS = 900;
const FORGOTTEN_AFTER_MS = 3_600_000;
const MOST_CLIENTS = 100_000;

export function createSignInThrottle(db: Kysely<Tables>, now: Clock): SignInThrottle {
  return {
    enter: async (client, whose = 'from this address') => {
      const at = now();
      const failures = sql<number>`case when a.last_tried_at <= ${forgottenBefore(now)}::timestamptz
        then 1 else a.failures + 1 end`;
      // 1, 2, 4 … seconds after the free ones. One statement: the row's lock makes concurrent attempts queue.
      const entered = await sql`
        insert into sign_in_attempts as a (client, failures, last_tried_at, next_try_at)
        values (${client}, 1, ${at}::timestamptz, ${at}::timestamptz)
        on conflict (client) do update set
          failures = ${failures},
          last_tried_at = ${at}::timestamptz,
          next_try_at = case when ${failures} <= ${FREE_FAILURES}::int then ${at}::timestamptz
            else ${at}::timestamptz + interval '1 second'
              * least(power(2, least(a.failures - ${FREE_FAILURES}::int, 20)), ${LONGEST_WAIT_SECONDS}::int)
            end
        where a.next_try_at <= ${at}::timestamptz
        returning a.failures`.execute(db);
      if (entered.rows.length > 0) return;

      const row = await db
        .selectFrom('sign_in_attempts')
        .select('next_try_at')
        .where('client', '=', client)
        .executeTakeFirst();
      const waitMs = row === undefined ? 0 : msBetween(now(), row.next_try_at);
      const seconds = Math.max(1, Math.ceil(waitMs / 1000));
      throw new ServiceError(429, `Too many failed sign-ins ${whose}. Wait ${seconds} s, then try again`, {
        headers: { 'retry-after': String(seconds) },
      });
    },
    takeBack: async (client) => {
      const at = now();
      await sql`
        update sign_in_attempts set failures = greatest(failures - 1, 0), next_try_at = ${at}::timestamptz
        where client = ${client}`.execute(db);
    },
  };
}

/** Deletes failures that no longer count, and the oldest ones beyond what is stored. */
export function createThrottleCleanup(db: Kysely<Tables>, now: Clock): () => Promise<void> {
  return async () => {
    await db
      .deleteFrom('sign_in_attempts')
      .where((where) =>
        where.or([
          where('last_tried_at', '<=', forgottenBefore(now)),
          where('client', 'in', (query) =>
            query
              .selectFrom('sign_in_attempts')
              .select('client')
              .orderBy('last_tried_at', 'desc')
              .orderBy('client', 'desc')
              .offset(MOST_CLIENTS),
          ),
        ]),
      )
      .execute();
  };
}

function forgottenBefore(now: Clock): Instant {
  return addMs(now(), -FORGOTTEN_AFTER_MS);
}
