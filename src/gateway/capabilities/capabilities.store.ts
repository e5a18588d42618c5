import type { Kysely } from 'kysely';
import type { ProviderCapabilitiesTable, ProviderLooksTable } from '#database/capability-tables.ts';
import type { Tables } from '#database/tables.ts';
import { addMs, type Instant } from '#domain/time.ts';

/** Whose capabilities they are: another key may be allowed other things. */
export type Whose = Pick<ProviderLooksTable, 'provider' | 'key_hash'>;

export type FoundCapability = Omit<ProviderCapabilitiesTable, keyof Whose>;

/** A look that takes longer was killed. */
const LONGEST_LOOK_MS = 15 * 60_000;

export async function listCapabilities(db: Kysely<Tables>, whose: Whose): Promise<FoundCapability[]> {
  return await db
    .selectFrom('provider_capabilities')
    .select(['subject', 'state', 'detail', 'suggested_name', 'found_at'])
    .where('provider', '=', whose.provider)
    .where('key_hash', '=', whose.key_hash)
    .orderBy('subject')
    .execute();
}

export async function saveCapability(
  db: Kysely<Tables>,
  whose: Whose,
  found: FoundCapability,
): Promise<void> {
  const { subject, ...changes } = found;
  await db
    .insertInto('provider_capabilities')
    .values({ ...whose, subject, ...changes })
    .onConflict((conflict) => conflict.columns(['provider', 'key_hash', 'subject']).doUpdateSet(changes))
    .execute();
}

/** Forgets what the condition says, so that it is found out anew. */
export async function deleteCapabilities(
  db: Kysely<Tables>,
  whose: Whose,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return;
  await db
    .deleteFrom('provider_capabilities')
    .where('provider', '=', whose.provider)
    .where('key_hash', '=', whose.key_hash)
    .where('subject', 'in', [...subjects])
    .execute();
}

export async function findLook(
  db: Kysely<Tables>,
  whose: Whose,
): Promise<Omit<ProviderLooksTable, keyof Whose> | undefined> {
  return await db
    .selectFrom('provider_looks')
    .select(['started_at', 'ended_at', 'problem'])
    .where('provider', '=', whose.provider)
    .where('key_hash', '=', whose.key_hash)
    .executeTakeFirst();
}

/** Whether the look is due, so that the caller makes it: no look began since `before`, and none is running. */
export async function claimLook(
  db: Kysely<Tables>,
  whose: Whose,
  { at, before }: { at: Instant; before: Instant },
): Promise<boolean> {
  const claim = { started_at: at, ended_at: null, problem: null };
  const claimed = await db
    .insertInto('provider_looks')
    .values({ ...whose, ...claim })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'key_hash'])
        .doUpdateSet(claim)
        .where((look) =>
          look.or([
            look.and([
              look('provider_looks.ended_at', 'is not', null),
              look('provider_looks.started_at', '<=', before),
            ]),
            look.and([
              look('provider_looks.ended_at', 'is', null),
              look('provider_looks.started_at', '<=', addMs(at, -LONGEST_LOOK_MS)),
            ]),
          ]),
        ),
    )
    .returning('started_at')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** `began`: the look's own, so that it doesn't end a later one. */
export async function endLook(
  db: Kysely<Tables>,
  whose: Whose,
  { began, at, problem }: { began: Instant; at: Instant; problem: string | null },
): Promise<void> {
  await db
    .updateTable('provider_looks')
    .set({ ended_at: at, problem })
    .where('provider', '=', whose.provider)
    .where('key_hash', '=', whose.key_hash)
    .where('started_at', '=', began)
    .execute();
}

/** Deletes what nobody has looked at since then. */
export async function deleteLooksBefore(db: Kysely<Tables>, before: Instant): Promise<void> {
  const old = await db
    .selectFrom('provider_looks')
    .select(['provider', 'key_hash'])
    .where('started_at', '<', before)
    .execute();
  for (const { provider, key_hash: keyHash } of old) {
    for (const table of ['provider_capabilities', 'provider_looks'] as const) {
      await db.deleteFrom(table).where('provider', '=', provider).where('key_hash', '=', keyHash).execute();
    }
  }
}
