import { sql, type RawBuilder } from 'kysely';
import { sharedPoolCurrency, sharedPoolKey, sharedPoolNetworks } from '#contract/wallet-service/balances.ts';
import { currenciesOf, decimalsOf, withdrawalNetworks } from '#domain/networks.ts';
import { type FoundRow, sqlRule } from './rule.ts';

const places = sql.join(
  [
    ...withdrawalNetworks.flatMap((network) =>
      currenciesOf(network).map(
        (currency) => [network, currency, decimalsOf(network, currency) ?? 0] as const,
      ),
    ),
    [sharedPoolKey, sharedPoolCurrency, decimalsOf(sharedPoolNetworks[0], sharedPoolCurrency) ?? 0] as const,
  ].map(
    ([network, currency, decimals]) => sql`(${sql.lit(network)}, ${sql.lit(currency)}, ${sql.lit(decimals)})`,
  ),
);

/** `amounts` selects `row_key`, `account_id`, `subject`, `network`, `currency` and `amount`. */
function tooExact(amounts: RawBuilder<unknown>): RawBuilder<FoundRow> {
  return sql<FoundRow>`
    select a.row_key, a.account_id, a.subject,
      coalesce('at most ' || c.decimals || ' decimals', 'a currency of the network') as expected,
      a.amount || ' ' || a.currency || ' on ' || a.network as found
    from (${amounts}) as a
    left join (values ${places}) as c (network, currency, decimals)
      on c.network = a.network and c.currency = a.currency
    where c.decimals is null or scale(trim_scale(a.amount)) > c.decimals
    order by a.row_key, a.amount`;
}

/** Less than the smallest unit of a currency can't be moved on its network. */
export const decimalsAreOfCurrency = sqlRule(
  'too-many-decimals',
  'No amount has more decimals than its currency has on its network.',
  {
    postings: (keys) =>
      tooExact(sql`
        select e.posting_id as row_key, l.account_id, e.posting_id as subject, l.network, l.currency, e.amount
        from ledger_entries e join ledger_accounts l on l.ledger_account_id = e.ledger_account_id
        where e.posting_id = any(${keys})`),
    transactions: (keys) =>
      tooExact(sql`
        select t.transaction_id as row_key, t.account_id, t.transaction_id as subject, t.network, t.currency,
          v.amount
        from transactions t cross join lateral (values (t.amount), (t.fee)) as v (amount)
        where t.transaction_id = any(${keys})`),
    requests: (keys) =>
      tooExact(sql`
        select r.request_id as row_key, r.account_id, r.request_id as subject, r.network, r.currency, v.amount
        from withdrawal_requests r cross join lateral (values (r.amount), (r.fee)) as v (amount)
        where r.request_id = any(${keys})`),
    exchanges: (keys) =>
      tooExact(sql`
        select x.transaction_id as row_key, x.account_id, x.transaction_id as subject, v.network, v.currency,
          v.amount
        from exchange_transactions x cross join lateral (values
          (x.network_from, x.currency_from, x.amount_from), (x.network_to, x.currency_to, x.amount_to),
          (x.network_to, x.currency_to, x.fee)) as v (network, currency, amount)
        where x.transaction_id = any(${keys})`),
    fund_transfers: (keys) =>
      tooExact(sql`
        select posting_id as row_key, account_id, posting_id as subject, network, currency, amount
        from fund_transfers where posting_id = any(${keys})`),
  },
);
