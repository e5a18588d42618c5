import { sql, type Kysely, type RawBuilder } from 'kysely';
import {
  sharedPoolCurrency,
  sharedPoolKey,
  sharedPoolNetworks,
  type BalanceLeaf,
  type UserBalances,
} from '#contract/wallet-service/balances.ts';
import { add, sum } from '#domain/arithmetic.ts';
import { type Decimal, ZERO } from '#domain/decimal.ts';
import {
  currenciesOf,
  type Currency,
  type Network,
  walletNetworks,
  type WalletType,
  withdrawalNetworks,
} from '#domain/networks.ts';
import type { LedgerAccountKind, Tables } from '#database/tables.ts';
import { poolNetwork } from '../ledger/ledger-accounts.ts';

/** Sums of balances by where they stand: `wallet/user/trx/USDT`, `pool//trx_eth/USDT`. */
export type Sums = (
  kind: LedgerAccountKind,
  type: WalletType | null,
  network: Network | typeof sharedPoolKey,
  currency: Currency,
) => Decimal;

/**
 * What the account has, by wallet type, network and currency; every combination that can hold funds is there, zero
 * included. A pool can hold funds on every network, a wallet only on those that have wallets.
 *
 * `user`: what its wallets of that type can spend. `accounting`: the pool and what still stands on the wallets, except
 * for USDT on Tron and Ethereum, which share a pool: there `available` is the pool, `transit` what is on its way there,
 * and `blockchain` what still stands on the wallets of both networks.
 */
export async function getUserBalances(db: Kysely<Tables>, accountId: string): Promise<UserBalances> {
  return balancesFrom(await sumKeptBalances(db, accountId));
}

/** The balances that the sums amount to. */
export function balancesFrom(sums: Sums): UserBalances {
  const user = Object.fromEntries(
    walletNetworks.map((network) => [
      network,
      leaves(network, (currency) => ({ available: sums('wallet', 'user', network, currency) })),
    ]),
  );
  const accounting = Object.fromEntries(
    withdrawalNetworks.map((network) => [
      network,
      leaves(network, (currency) =>
        poolNetwork(network, currency) === sharedPoolKey
          ? undefined
          : {
              available: add(
                sums('pool', null, network, currency),
                sums('wallet', 'accounting', network, currency),
              ),
            },
      ),
    ]),
  );
  const shared: BalanceLeaf = {
    available: sums('pool', null, sharedPoolKey, sharedPoolCurrency),
    transit: sums('transit', null, sharedPoolKey, sharedPoolCurrency),
    blockchain: sum(
      sharedPoolNetworks.map((network) => sums('wallet', 'accounting', network, sharedPoolCurrency)),
    ),
  };
  return { accounting: { ...accounting, [sharedPoolKey]: { [sharedPoolCurrency]: shared } }, user };
}

function leaves(
  network: Network,
  leaf: (currency: Currency) => BalanceLeaf | undefined,
): Record<string, BalanceLeaf> {
  return Object.fromEntries(
    currenciesOf(network).flatMap((currency) => {
      const value = leaf(currency);
      return value === undefined ? [] : [[currency, value] as const];
    }),
  );
}

/** The balances stored in addition to the entries. */
export async function sumKeptBalances(db: Kysely<Tables>, accountId: string): Promise<Sums> {
  return await sumBalances(db, accountId, sql`ledger_accounts a`, sql`a.balance`);
}

/** The same computed from every entry that was ever written. */
export async function sumEntries(db: Kysely<Tables>, accountId: string): Promise<Sums> {
  const entries = sql`ledger_accounts a join ledger_entries e on e.ledger_account_id = a.ledger_account_id`;
  return await sumBalances(db, accountId, entries, sql`e.amount`);
}

type SumRow = {
  kind: LedgerAccountKind;
  type: WalletType | null;
  network: string;
  currency: string;
  total: Decimal;
};

/** Uses a single statement, so that funds that are being moved are counted once. */
async function sumBalances(
  db: Kysely<Tables>,
  accountId: string,
  source: RawBuilder<unknown>,
  amount: RawBuilder<unknown>,
): Promise<Sums> {
  const { rows } = await sql<SumRow>`
    select a.kind, w.type, a.network, a.currency, sum(${amount}) as total
    from ${source} left join wallets w on w.address = a.wallet_address
    where a.account_id = ${accountId} and a.kind in ('wallet', 'pool', 'transit')
    group by a.kind, w.type, a.network, a.currency`.execute(db);
  const totals = new Map(
    rows.map(({ kind, type, network, currency, total }) => [
      `${kind}/${type ?? ''}/${network}/${currency}`,
      total,
    ]),
  );
  return (kind, type, network, currency) =>
    totals.get(`${kind}/${type ?? ''}/${network}/${currency}`) ?? ZERO;
}
