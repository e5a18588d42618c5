import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { sealOf as sealOfCheck } from './aml/check-steps.ts';
import { sealOfWatch } from './aml/watches/due-watches.ts';
import { sealOf as sealOfOutcome } from './outcomes/outcome-checks.ts';
import { createKeyCipher, type KeyCipher } from './sessions/key-cipher.ts';
import { sealOfTotp } from './users/credentials/totp.ts';

/** A column that the secret encrypts: the column that identifies its row, and what the row is encrypted for. */
type SealedColumn = {
  table: keyof Tables;
  id: string;
  column: string;
  sealOf: (id: string) => string;
};

const own = (id: string): string => id;

/** Every column that the session secret encrypts and that outlives a few minutes. */
export const sealedColumns = [
  { table: 'sessions', id: 'session_hash', column: 'encrypted_key', sealOf: own },
  { table: 'account_keys', id: 'key_id', column: 'sealed_key', sealOf: own },
  { table: 'user_totp', id: 'user_id', column: 'sealed_secret', sealOf: sealOfTotp },
  { table: 'screening_checks', id: 'check_id', column: 'sealed_key', sealOf: sealOfCheck },
  { table: 'aml_watches', id: 'watch_id', column: 'sealed_key', sealOf: sealOfWatch },
  { table: 'withdrawal_outcomes', id: 'outcome_id', column: 'sealed_key', sealOf: sealOfOutcome },
] as const satisfies readonly SealedColumn[];

/** The identity secret belongs to the installation, whichever wallet service it uses. */
const identityService = 'identity';
const identityRow = 'identity secret';

type Replacement = { secret: string; previous: string; walletService: string };

/**
 * Encrypts with `secret` everything that `previous` has encrypted, all of it or nothing, so that sessions, keys and
 * authenticator apps keep working. Does nothing to what `secret` has encrypted already. No other process may be running.
 */
export async function replaceSecret(
  db: Kysely<Tables>,
  { secret, previous, walletService }: Replacement,
): Promise<void> {
  if (secret === previous) return;
  const from = createKeyCipher(previous, walletService);
  const to = createKeyCipher(secret, walletService);
  await inTransaction(db, async (trx) => {
    for (const each of sealedColumns) await replaceIn(trx, each, from, to);
    const identity = (await findIdentity(trx, previous)) ?? previous;
    // Replaced before, and then stopped before the previous secret was removed.
    if ((await findIdentity(trx, secret)) !== undefined) return;
    const sealed = createKeyCipher(secret, identityService).encrypt(identity, identityRow);
    await trx
      .insertInto('identity_secret')
      .values({ is_only: true, sealed_secret: sealed })
      .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ sealed_secret: sealed }))
      .execute();
  });
}

async function replaceIn(
  trx: Kysely<Tables>,
  { table, id, column, sealOf }: SealedColumn,
  from: KeyCipher,
  to: KeyCipher,
): Promise<void> {
  const [names, key, sealed] = [sql.table(table), sql.ref(id), sql.ref(column)];
  const { rows } = await sql<{
    id: string;
    sealed: Buffer;
  }>`select ${key} as id, ${sealed} as sealed from ${names} where ${sealed} is not null for update`.execute(
    trx,
  );
  for (const row of rows) {
    const text = from.decrypt(row.sealed, sealOf(row.id));
    if (text === undefined) continue;
    const again = to.encrypt(text, sealOf(row.id));
    await sql`update ${names} set ${sealed} = ${again} where ${key} = ${row.id}`.execute(trx);
  }
}

/**
 * The secret by which API keys are recognized: the first session secret of the installation, also after it was replaced. With a
 * session secret that can't read it, keys are recognized anew.
 */
export async function loadIdentitySecret(db: Kysely<Tables>, secret: string): Promise<string> {
  return (await findIdentity(db, secret)) ?? secret;
}

async function findIdentity(db: Kysely<Tables>, secret: string): Promise<string | undefined> {
  const row = await db.selectFrom('identity_secret').select('sealed_secret').executeTakeFirst();
  return row && createKeyCipher(secret, identityService).decrypt(row.sealed_secret, identityRow);
}
