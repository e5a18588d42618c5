import { sql, type Kysely } from 'kysely';
import { sharedPoolKey } from '#contract/wallet-service/balances.ts';
import { isZero, type Decimal } from '#domain/decimal.ts';
import type { Currency } from '#domain/networks.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { transitAccount, type WalletRef } from '../../ledger/ledger-accounts.ts';
import { collect, settle } from '../../ledger/movements.ts';
import type { Random } from '../random.ts';
import { sandboxAccountId as accountId } from '../sandbox-keys.ts';

type Collectable = WalletRef & { currency: Currency; balance: Decimal };

/** The balance on the address of an `accounting` wallet is swept to the pool. */
export async function collectSome(db: Kysely<Tables>, random: Random): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<Collectable>`
      select w.network, w.address, a.currency, a.balance from ledger_accounts a
      join wallets w on w.address = a.wallet_address
      where a.account_id = ${accountId} and a.kind = 'wallet' and a.balance > 0
        and w.type = 'accounting' and w.status = 'active' and w.deleted_at is null
      order by a.ledger_account_id
      for update of a`.execute(tx);
    const chosen = random.weighted(rows, () => 1);
    if (chosen === undefined) return;
    const reference = `collection_${random.hex(16)}`;
    const { currency, balance: amount } = chosen;
    await postEntries(tx, collect(chosen, { accountId, currency, amount, reference }));
  });
}

/** What is on its way to the shared pool arrives there. */
export async function settleTransit(db: Kysely<Tables>, random: Random): Promise<void> {
  await inTransaction(db, async (tx) => {
    const transit = await tx
      .selectFrom('ledger_accounts')
      .select('balance as amount')
      .where('ledger_account_id', '=', transitAccount(accountId, 'trx', 'USDT').id)
      .where('network', '=', sharedPoolKey)
      .forUpdate()
      .executeTakeFirst();
    if (!transit?.amount || isZero(transit.amount)) return;
    const reference = `settlement_${random.hex(16)}`;
    await postEntries(tx, settle('trx', { accountId, currency: 'USDT', amount: transit.amount, reference }));
  });
}
