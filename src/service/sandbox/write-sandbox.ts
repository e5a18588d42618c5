import type { Transaction } from 'kysely';
import { walletNetworks } from '#domain/networks.ts';
import type { Tables } from '#database/tables.ts';
import { insertExchanges } from '../exchanges/exchanges.store.ts';
import { postAll, type Posting } from '../ledger/ledger.ts';
import { changeCounts } from '../lists/list-counts.ts';
import { insertTransactions } from '../transactions/transactions.store.ts';
import { insertTransfers } from '../transactions/transfers.store.ts';
import { withdrawalList } from '../withdrawals/withdrawal-list.ts';
import { insertOrders } from '../withdrawals/withdrawals.store.ts';
import { inBulk } from './in-bulk.ts';
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
  await inBulk(tx, ['ledger_postings', 'ledger_entries'], async () => {
    await postAll(tx, data.postings.toSorted(byTime));
  });
  await inBulk(tx, ['transactions', 'transfers'], async () => {
    await insertTransactions(tx, data.transactions);
    await insertTransfers(tx, data.outsideTransfers);
  });
  await insertExchanges(tx, data.exchanges);
  await insertRequests(tx, data);
  await tx.insertInto('refunds').values(data.refunds).execute();
  await insertLabels(tx, data);
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

async function insertRequests(tx: Transaction<Tables>, { requests, payments }: SandboxData): Promise<void> {
  await tx.insertInto('withdrawal_requests').values(requests).execute();
  await insertOrders(tx, requests);
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

async function insertLabels(tx: Transaction<Tables>, { world, openedAt }: SandboxData): Promise<void> {
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
}
