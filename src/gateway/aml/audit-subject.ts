import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import {
  MOST_SUBJECTS,
  resumeAmlChecks,
  startAmlChecks,
  stopAmlChecks,
} from '#contract/gateway/aml-checks.ts';
import { checkId } from '#contract/gateway/aml-bands.ts';
import { decideAmlCheck } from '#contract/gateway/aml-decisions.ts';
import { changeAmlWatch, deleteAmlWatch, markAmlWatchSeen, watchId } from '#contract/gateway/aml-watches.ts';
import type { Tables } from '#database/tables.ts';

const oneCheck = z.object({ check_id: checkId });
const manyChecks = z.object({ ids: z.array(checkId).check(z.minLength(1), z.maxLength(MOST_SUBJECTS)) });
const oneWatch = z.object({ id: watchId });
const manySubjects = z.object({ subjects: z.array(z.unknown()).check(z.minLength(1)) });
const subject = z.object({ value: z.string() });

/**
 * The subject of a request about checks, for the activity log: the address or transaction id, which its body names by the
 * id of a check or in a list. Undefined for anything else. The body is not validated yet.
 */
export async function amlSubjectOf(
  db: Kysely<Tables>,
  { operation, body, accountId }: { operation: string | undefined; body: unknown; accountId: string },
): Promise<string | undefined> {
  switch (operation) {
    case decideAmlCheck.id: {
      const read = z.safeParse(oneCheck, body);
      return read.success ? await valueOf(db, accountId, [read.data.check_id]) : undefined;
    }
    case stopAmlChecks.id:
    case resumeAmlChecks.id: {
      const read = z.safeParse(manyChecks, body);
      return read.success ? await valueOf(db, accountId, read.data.ids) : undefined;
    }
    case changeAmlWatch.id:
    case deleteAmlWatch.id:
    case markAmlWatchSeen.id: {
      const read = z.safeParse(oneWatch, body);
      return read.success ? await watchedValue(db, accountId, read.data.id) : undefined;
    }
    case startAmlChecks.id: {
      const { subjects = [] } = z.safeParse(manySubjects, body).data ?? {};
      const first = z.safeParse(subject, subjects[0]).data?.value;
      return first && andMore(first, subjects.length);
    }
    case undefined:
    default:
      return undefined;
  }
}

async function valueOf(
  db: Kysely<Tables>,
  accountId: string,
  ids: readonly string[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('screening_checks')
    .select('value')
    .where('account_id', '=', accountId)
    .where('check_id', '=', ids[0] ?? '')
    .executeTakeFirst();
  return row && andMore(row.value, ids.length);
}

async function watchedValue(db: Kysely<Tables>, accountId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('aml_watches')
    .select('value')
    .where('account_id', '=', accountId)
    .where('watch_id', '=', id)
    .executeTakeFirst();
  return row?.value;
}

function andMore(value: string, count: number): string {
  return count === 1 ? value : `${value} and ${count - 1} more`;
}
