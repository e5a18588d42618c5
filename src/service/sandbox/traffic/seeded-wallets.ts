import { sql, type RawBuilder } from 'kysely';
import { sandboxAccountId } from '../sandbox-keys.ts';

/**
 * Whether the row `wallet` of `wallets` came with the sandbox. Simulated payments use no other: people create wallets
 * to try the product, and funds that arrive unasked would keep them from deleting one. The seed writes its wallets and
 * the account's first keys in one transaction, and only a key can create a wallet, so only seeded wallets are older
 * than every key. Names can be changed, and address numbers follow from how many wallets a version seeds.
 */
export function isSeeded(wallet: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${wallet}.created_at`)} < (
    select min(created_at) from api_keys where account_id = ${sandboxAccountId}
  )`;
}
