import type { Kysely } from 'kysely';
import { sharedPoolKey, type BalanceLeaf, type UserBalances } from '#contract/wallet-service/balances.ts';
import { add } from '#domain/arithmetic.ts';
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
type Sums = (
  kind: LedgerAccountKind,
  type: WalletType | null,
  network: Network | typeof sharedPoolKey,
  currency: Currency,
) => Decimal;

/**
 * What the account has, by wallet type, network and currency; every combination that can hold funds is there,
 * zero included. A pool can hold funds on every network, a wallet only on those that have wallets.
 *
 * `user`: what its wallets of that type can spend. `accounting`: the pool and what still stands on the
 * wallets, but for USDT on Tron and Ethereum, which share a pool: there `available` is the pool,
 * `transit` what is on its way there, and `blockchain` what still stands on the wallets of both networks.
 */
export async function getUserBalances(db: Kysely<Tables>, accountId: string): Promise<UserBalances> {
  const sums = await sumBalances(db, accountId);
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
    available: sums('pool', null, sharedPoolKey, 'USDT'),
    transit: sums('transit', null, sharedPoolKey, 'USDT'),
    blockchain: add(sums('wallet', 'accounting', 'trx', 'USDT'), sums('wallet', 'accounting', 'eth', 'USDT')),
  };
  return { accounting: { ...accounting, [sharedPoolKey]: { USDT: shared } }, user };
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

/** One statement, so that funds on their way from one place to another are counted once. */
async function sumBalances(db: Kysely<Tables>, accountId: string): Promise<Sums> {
  const rows = await db
    .selectFrom('ledger_accounts as a')
    .leftJoin('wallets as w', 'w.address', 'a.wallet_address')
    .select((e) => [
      'a.kind',
      'w.type',
      'a.network',
      'a.currency',
      e.fn.sum<Decimal>('a.balance').as('total'),
    ])
    .where('a.account_id', '=', accountId)
    .where('a.kind', 'in', ['wallet', 'pool', 'transit'])
    .groupBy(['a.kind', 'w.type', 'a.network', 'a.currency'])
    .execute();
  const totals = new Map(
    rows.map(({ kind, type, network, currency, total }) => [
      `${kind}/${type ?? ''}/${network}/${currency}`,
      total,
    ]),
  );
  return (kind, type, network, currency) =>
    totals.get(`${kind}/${type ?? ''}/${network}/${currency}`) ?? ZERO;
}
