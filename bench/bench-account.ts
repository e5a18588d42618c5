import type { Kysely } from 'kysely';
import { permissions } from '../src/contract/permissions.ts';
import { migrate } from '../src/database/migrate.ts';
import type { Tables } from '../src/database/tables.ts';
import { prepareAddresses } from '../src/service/addresses/prepare-addresses.ts';
import { insertKey } from '../src/service/keys/keys.store.ts';

/** The account that benchmarks fill: named so last, so that an interrupted run is noticed. */
export const accountName = 'Bench';

type Options = {
  /** Where the server that uses the database keeps its own files. */
  dataDirectory: string;
  /** Makes and fills the account, and gives its ID. */
  fill: () => Promise<string>;
};

/**
 * The account of a benchmark, with a new key to it; filled if the database is empty. Throws if the database has other
 * accounts.
 */
export async function openBenchAccount(
  db: Kysely<Tables>,
  { dataDirectory, fill }: Options,
): Promise<{ accountId: string; token: string }> {
  await migrate(db);
  await prepareAddresses(db, { dataDirectory, isSandbox: false });
  const known = await db
    .selectFrom('accounts')
    .select(['account_id as accountId', 'name'])
    .executeTakeFirst();
  if (known !== undefined && known.name !== accountName) {
    throw new Error('The database has accounts: give one of its own.');
  }
  const accountId = known?.accountId ?? (await fill());
  const { token } = await insertKey(db, { accountId, name: 'Bench key', permissions });
  return { accountId, token };
}
