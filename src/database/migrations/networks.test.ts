import { sql, type Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { walletNetworks, withdrawalNetworks } from '#domain/networks.ts';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { makeTestDatabase, useTestDatabase } from '../testing.ts';
import { addNetwork } from './add-network.ts';
import { migrations } from './migrations.ts';

const test = useTestDatabase();
const sharedPoolKey = 'trx_eth';
const FOREIGN_KEY_VIOLATION = { code: '23503' };

async function codesIn(
  table: 'networks' | 'wallet_networks' | 'ledger_networks',
  db: Kysely<never> = test.db as never,
) {
  const { rows } = await sql<{ code: string }>`select code from ${sql.table(table)} order by code`.execute(
    db,
  );
  return rows.map(({ code }) => code);
}

/** A row of every table that refers to a network, by the table. */
const insertions = {
  transactions: (network: string) => sql`
    insert into transactions values (${`tx_${network}`}, 'a', ${network}, 'in', 'completed', 'USDT', 1, 0, 's', 'r', 'h', now())`,
  withdrawal_requests: (network: string) => sql`
    insert into withdrawal_requests (request_id, account_id, external_id, amount, fee, fee_included, currency, network,
      sender, recipient_wallet, status, created_at, updated_at)
    values (${`wd_${network}`}, 'a', ${network}, 1, 0, false, 'USDT', ${network}, 'exchange', 'r', 'rejected', now(), now())`,
  aml_labels: (network: string) => sql`
    insert into aml_labels values (${network}, 'address', 'source', 'entity', 'exchange', now())`,
  address_chains: (network: string) => sql`
    insert into address_chains (network, extended_public_key, path, next_index, counter_network)
    values (${network}, 'xpub', 'm', 0, ${network})`,
  wallet_counts: (network: string) => sql`insert into wallet_counts values ('a', ${network}, 0)`,
  ledger_accounts: (network: string) => sql`
    insert into ledger_accounts values (${`pool/${network}`}, 'a', 'pool', ${network}, 'USDT', null, 0)`,
} as const;

type Table = keyof typeof insertions;
const tables = Object.keys(insertions) as Table[];
const forWallets = new Set<Table>(['address_chains', 'wallet_counts']);

function networksOf(table: Table): readonly string[] {
  if (forWallets.has(table)) return walletNetworks;
  return table === 'ledger_accounts' ? [...withdrawalNetworks, sharedPoolKey] : withdrawalNetworks;
}

async function addAccount(db: Kysely<never>): Promise<void> {
  await sql`insert into accounts values ('a', 'A', now())`.execute(db);
}

it('has the networks of the network files, so that a new file can’t go without its migration', async () => {
  expect(await codesIn('networks')).toEqual(withdrawalNetworks.toSorted());
  expect(await codesIn('wallet_networks')).toEqual(walletNetworks.toSorted());
  expect(await codesIn('ledger_networks')).toEqual([...withdrawalNetworks, sharedPoolKey].toSorted());
});

describe.each(tables)('the table %s', (table) => {
  it('takes its networks and no others', async () => {
    await addAccount(test.db as never);
    for (const network of networksOf(table)) await insertions[table](network).execute(test.db);
    const others = [
      'other',
      ...[...withdrawalNetworks, sharedPoolKey].filter((key) => !networksOf(table).includes(key)),
    ];
    for (const network of others) {
      await expect(insertions[table](network).execute(test.db)).rejects.toMatchObject(FOREIGN_KEY_VIOLATION);
    }
  });
});

it('keeps every row of a database that is older than the table of networks', async () => {
  const place = await makeTestDatabase();
  const { db, close } = await openDatabase(place.config);
  try {
    const names = Object.keys(migrations);
    const before = names.slice(0, names.indexOf('0035-networks'));
    await migrate(
      db,
      Object.fromEntries(before.map((name) => [name, migrations[name]])) as typeof migrations,
    );
    await addAccount(db as never);
    const written = ['trx', 'eth', 'bnb', 'btc', 'sol', 'trx_eth'];
    for (const table of tables) {
      for (const network of written.filter((key) => networksOf(table).includes(key))) {
        await insertions[table](network).execute(db);
      }
    }
    await sql`insert into sanctions_entries values ('sol', 'address', 'list', 'entity', now())`.execute(db);
    await migrate(db);
    for (const table of tables) {
      const { rows } = await sql<{ network: string }>`select network from ${sql.table(table)}`.execute(db);
      const expected = written.filter((key) => networksOf(table).includes(key));
      expect(rows.map(({ network }) => network).toSorted()).toEqual(expected.toSorted());
      await expect(insertions[table]('other').execute(db)).rejects.toMatchObject(FOREIGN_KEY_VIOLATION);
    }
  } finally {
    await close();
    await place.remove();
  }
});

it('names whom sanctions lists name on a new network whose addresses are those of another', async () => {
  await sql`insert into sanctions_entries values
    ('eth', '0xA', 'list', 'Somebody', '2026-01-01'), ('trx', 'T', 'list', 'Other', '2026-01-01')`.execute(
    test.db,
  );
  const undone = new Error('undone');
  const adding = test.db.transaction().execute(async (tx) => {
    await addNetwork(tx as never, { code: 'new', hasWallets: true, sharesAddressesWith: 'eth' });
    const { rows } = await sql`
      select address, list_id, entity from sanctions_entries where network = 'new'`.execute(tx);
    expect(rows).toEqual([{ address: '0xA', list_id: 'list', entity: 'Somebody' }]);
    await addAccount(tx as never);
    for (const table of tables) await insertions[table]('new').execute(tx);
    throw undone;
  });
  await expect(adding).rejects.toBe(undone);
});
