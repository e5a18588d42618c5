import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { QueryOf } from '#contract/operation.ts';
import type { AmlFees, listAmlFees as listOperation } from '#contract/gateway/ledger-balances.ts';
import { compare } from '#domain/arithmetic.ts';
import { isZero, type Decimal } from '#domain/decimal.ts';
import type { AmlNetwork, Currency, WalletNetwork, WalletType } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { storedAddress } from '../../wallets/wallet-address.ts';

/** What wallets pay for AML checks in. */
export const amlFeeCurrency = 'USDT' as const satisfies Currency;

type FeesOfWallet = {
  address: string;
  type: WalletType;
  network: WalletNetwork;
  /** On hold for checks without a report yet. */
  held: Decimal;
  paid: Decimal;
  /** How many checks were paid for. */
  checks: number;
};

/** What each wallet of the account, or this one, has paid and has on hold for AML checks. */
export async function sumAmlFees(
  db: Kysely<Tables>,
  accountId: string,
  wallet?: string,
): Promise<FeesOfWallet[]> {
  const { rows } = await sql<FeesOfWallet>`
    select w.address, w.type, w.network,
      sum(case when c.status = 'pending' then c.fee else 0 end) as held,
      sum(case when c.status = 'completed' then c.fee else 0 end) as paid,
      count(case when c.status = 'completed' then 1 end) as checks
    from aml_checks c join wallets w on w.address = c.payer_address
    where c.account_id = ${accountId} and ${isPaidBy(wallet)}
    group by w.address, w.type, w.network
    order by w.address`.execute(db);
  return rows;
}

/** How much more is on hold for AML checks, and how much has been paid for them, than before a moment. */
export async function sumAmlFeesSince(
  db: Kysely<Tables>,
  accountId: string,
  at: Instant,
): Promise<Pick<FeesOfWallet, 'type' | 'network' | 'held' | 'paid'>[]> {
  // Checks are looked up once, and not for each posting, even without statistics.
  const { rows } = await sql<Pick<FeesOfWallet, 'type' | 'network' | 'held' | 'paid'>>`
    select w.type, w.network, sum(e.amount) as held,
      coalesce(-sum(e.amount) filter (where p.kind = 'aml_fee'), 0) as paid
    from ledger_postings p
    join ledger_entries e on e.posting_id = p.posting_id
    join ledger_accounts a on a.ledger_account_id = e.ledger_account_id and a.kind = 'hold'
    join wallets w on w.address = a.wallet_address
    where p.account_id = ${accountId} and p.created_at >= ${at}::timestamptz
      and e.created_at >= ${at}::timestamptz and p.kind in ('hold', 'release', 'aml_fee')
      and (p.kind = 'aml_fee' or p.reference in (select uid from aml_checks where account_id = ${accountId}))
    group by w.type, w.network
    order by w.type, w.network`.execute(db);
  return rows;
}

type Query = QueryOf<typeof listOperation>;

type FeeRow = {
  uid: string;
  value: string;
  subject: 'address' | 'transaction';
  network: AmlNetwork;
  wallet: string;
  wallet_network: WalletNetwork;
  currency: Currency;
  amount: Decimal;
  paid_at: Instant;
};

/** One page of the checks that wallets paid for, the newest first, and what all of them came to. */
export async function listAmlFees(db: Kysely<Tables>, accountId: string, query: Query): Promise<AmlFees> {
  const { wallet, limit, offset } = query;
  return await inTransaction(
    db,
    async (tx) => {
      const sums = await sumAmlFees(tx, accountId, wallet);
      const { rows } = await sql<FeeRow>`
        select c.uid, c.value, c.subject, c.network, w.address as wallet, w.network as wallet_network,
          ${amlFeeCurrency}::text as currency, c.fee as amount, c.completed_at as paid_at
        from aml_checks c join wallets w on w.address = c.payer_address
        where c.account_id = ${accountId} and c.status = 'completed' and ${isPaidBy(wallet)}
        order by c.completed_at desc, c.uid desc
        limit ${limit} offset ${offset}`.execute(tx);
      return {
        count: sums.reduce((count, { checks }) => count + checks, 0),
        totals: sums
          .filter(({ paid }) => !isZero(paid))
          .map(({ address, network, paid, checks }) => ({
            wallet: address,
            wallet_network: network,
            currency: amlFeeCurrency,
            checks,
            amount: paid,
          }))
          .toSorted((a, b) => compare(b.amount, a.amount)),
        rows,
      };
    },
    { isolationLevel: 'repeatable read' },
  );
}

function isPaidBy(wallet: string | undefined): RawBuilder<boolean> {
  return wallet === undefined ? sql`true` : sql`c.payer_address = ${storedAddress(wallet)}`;
}
