import { sql, type Transaction } from 'kysely';
import { walletNetworks } from '#domain/networks.ts';
import type { Tables } from '#database/tables.ts';
import { insertExchanges } from '../exchanges/exchanges.store.ts';
import { postAll, type Posting } from '../ledger/ledger.ts';
import { changeCounts } from '../lists/list-counts.ts';
import { insertTransactions } from '../transactions/transactions.store.ts';
import { withdrawalList } from '../withdrawals/withdrawal-list.ts';
import type { SandboxData } from './sandbox-data.ts';
import { sandboxAccountId } from './sandbox-keys.ts';
import { labelSource } from './world/entities.ts';
import { writeChecks } from './write-checks.ts';

/** Writes the account and all that has happened, in the order in which the rows lean on each other. */
export async function writeSandbox(tx: Transaction<Tables>, data: SandboxData): Promise<void> {
  await tx
    .insertInto('accounts')
    .values({ account_id: sandboxAccountId, name: 'Sandbox', created_at: data.openedAt })
    .execute();
  await insertWallets(tx, data);
  await postAll(tx, data.postings.toSorted(byTime));
  await withoutSearchIndex(tx, async () => await insertTransactions(tx, data.transactions));
  await insertExchanges(tx, data.exchanges);
  await insertRequests(tx, data);
  await tx.insertInto('refunds').values(data.refunds).execute();
  await insertWorld(tx, data);
  await writeChecks(tx, data.checks);
}

function byTime(a: Posting, b: Posting): number {
  const [first = '', second = ''] = [a.createdAt, b.createdAt];
  return first < second ? -1 : Number(first > second);
}

async function insertWallets(tx: Transaction<Tables>, { holders }: SandboxData): Promise<void> {
  await tx
    .insertInto('wallets')
    .values(
      holders.map((holder) => ({
        address: holder.address,
        account_id: sandboxAccountId,
        network: holder.network,
        type: holder.type,
        name: holder.name,
        status: holder.status,
        chain_index: holder.chainIndex,
        created_at: holder.createdAt,
        deleted_at: null,
      })),
    )
    .execute();
  await tx
    .insertInto('wallet_counts')
    .values(
      walletNetworks.map((network) => ({
        account_id: sandboxAccountId,
        network,
        wallets: holders.filter((holder) => holder.network === network).length,
      })),
    )
    .execute();
}

/** Building the index of all rows takes less than half of the time of adding them to it one by one. */
async function withoutSearchIndex(tx: Transaction<Tables>, insert: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and tablename = 'transactions' and indexdef like '% USING gin %'`.execute(
    tx,
  );
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(tx);
  await insert();
  for (const { definition } of rows) await sql.raw(definition).execute(tx);
}

async function insertRequests(tx: Transaction<Tables>, { requests, payments }: SandboxData): Promise<void> {
  await tx.insertInto('withdrawal_requests').values(requests).execute();
  await changeCounts(tx, withdrawalList, { added: requests });
  await tx.insertInto('payments').values(payments).execute();
  await tx
    .insertInto('sandbox_chain_payments')
    .values(
      payments.map(({ network, hash, signed, signed_at }) => ({
        network,
        hash,
        signed,
        received_at: signed_at,
      })),
    )
    .execute();
}

/** Whose the labelled addresses are, and what outsiders paid each other. */
async function insertWorld(
  tx: Transaction<Tables>,
  { world, outsideTransfers, openedAt }: SandboxData,
): Promise<void> {
  await tx
    .insertInto('aml_labels')
    .values(
      world.labelled.map(({ network, address, entity }) => ({
        network,
        address,
        source: labelSource,
        entity: entity.name,
        category: entity.category,
        imported_at: openedAt,
      })),
    )
    .execute();
  const column = <Name extends keyof (typeof outsideTransfers)[number]>(name: Name) =>
    outsideTransfers.map((transfer) => transfer[name]);
  await sql`
    insert into transfers (network, hash, sender, recipient, currency, amount, created_at)
    select * from unnest(${column('network')}::text[], ${column('hash')}::text[],
      ${column('sender')}::text[], ${column('recipient')}::text[], ${column('currency')}::text[],
      ${column('amount')}::numeric[], ${column('created_at')}::timestamptz[])`.execute(tx);
}
