import { sql, type Kysely } from 'kysely';
import {
  type CounterpartyRow,
  type ExchangeRow,
  type FeeRow,
  type FlowRow,
  mostCounterparties,
  type OtherCounterparties,
  type reportFees,
} from '#contract/gateway/reports.ts';
import type { BodyOf } from '#contract/operation.ts';
import type { Tables } from '#database/tables.ts';
import { exchangeLabel } from '../withdrawals/withdrawals.store.ts';

/** Spans of booking time, one after the other. */
export type Spans = BodyOf<typeof reportFees>;

/** The account's postings `p` within the spans, and the number of the span. */
const inSpans = (accountId: string, { starts, until }: Spans) => ({
  where: sql`p.account_id = ${accountId} and p.created_at >= ${starts[0] ?? until}::timestamptz
    and p.created_at < ${until}::timestamptz`,
  span: sql`width_bucket(p.created_at, ${[...starts]}::text[]::timestamptz[]) - 1`,
});

/**
 * Every fee is one entry on a ledger account of fees, whatever it was paid for, so that none is counted twice.
 */
export async function sumFees(db: Kysely<Tables>, accountId: string, spans: Spans): Promise<FeeRow[]> {
  const { where, span } = inSpans(accountId, spans);
  const { rows } = await sql<FeeRow>`
    select ${span} as span, p.kind, a.network, a.currency, sum(e.amount) as amount, count(*) as count
    from ledger_postings p
    join ledger_entries e on e.posting_id = p.posting_id
    join ledger_accounts a on a.ledger_account_id = e.ledger_account_id and a.kind = 'fees'
    where ${where}
    group by 1, p.kind, a.network, a.currency
    order by 1, p.kind, a.network, a.currency`.execute(db);
  return rows;
}

/** What came from outside and went there: the other side of deposits and withdrawals, on the network that it took. */
export async function sumFlows(db: Kysely<Tables>, accountId: string, spans: Spans): Promise<FlowRow[]> {
  const { where, span } = inSpans(accountId, spans);
  const { rows } = await sql<FlowRow>`
    select ${span} as span, a.network, a.currency,
      coalesce(-sum(e.amount) filter (where p.kind = 'deposit'), 0) as inflow,
      coalesce(sum(e.amount) filter (where p.kind = 'withdrawal'), 0) as outflow,
      count(*) filter (where p.kind = 'deposit') as deposits,
      count(*) filter (where p.kind = 'withdrawal') as withdrawals
    from ledger_postings p
    join ledger_entries e on e.posting_id = p.posting_id
    join ledger_accounts a on a.ledger_account_id = e.ledger_account_id and a.kind = 'world'
    where ${where} and p.kind in ('deposit', 'withdrawal')
    group by 1, a.network, a.currency
    order by 1, a.network, a.currency`.execute(db);
  return rows;
}

/** The exchanges that were booked in the spans, by pair. */
export async function sumExchanges(
  db: Kysely<Tables>,
  accountId: string,
  spans: Spans,
): Promise<ExchangeRow[]> {
  const { where, span } = inSpans(accountId, spans);
  const { rows } = await sql<ExchangeRow>`
    select ${span} as span, x.network_from, x.currency_from, x.network_to, x.currency_to, count(*) as count,
      sum(x.amount_from) as given, sum(x.amount_to) as received, sum(x.fee) as fee,
      sum(x.amount_from * x.rate) as at_stated_rates
    from ledger_postings p
    join exchange_transactions x on x.transaction_id = p.reference and x.account_id = ${accountId}
    where ${where} and p.kind = 'exchange'
    group by 1, x.network_from, x.currency_from, x.network_to, x.currency_to
    order by 1, x.network_from, x.currency_from, x.network_to, x.currency_to`.execute(db);
  return rows;
}

type Ranked = Omit<CounterpartyRow, 'is_own'> & { rank: number; is_own: boolean };

/**
 * Who funds came from and went to, those with the largest volume of each currency first; the others added up. The
 * document of a withdrawal is its request, or the transaction where it was paid without one.
 */
export async function sumCounterparties(
  db: Kysely<Tables>,
  accountId: string,
  spans: Spans,
): Promise<{ rows: CounterpartyRow[]; others: OtherCounterparties[] }> {
  const { where } = inSpans(accountId, spans);
  const sums = sql`
    select coalesce(
        case when p.kind = 'deposit' then t.sender_wallet else coalesce(r.recipient_wallet, t.recipient_wallet) end, ''
      ) as counterparty, a.network, a.currency,
      sum(abs(e.amount)) as volume, count(*) as count,
      coalesce(-sum(e.amount) filter (where p.kind = 'deposit'), 0) as received,
      coalesce(sum(e.amount) filter (where p.kind = 'withdrawal'), 0) as sent
    from ledger_postings p
    join ledger_entries e on e.posting_id = p.posting_id
    join ledger_accounts a on a.ledger_account_id = e.ledger_account_id and a.kind = 'world'
    left join transactions t on t.transaction_id = p.reference and t.account_id = ${accountId}
    left join withdrawal_requests r
      on p.kind = 'withdrawal' and r.request_id = p.reference and r.account_id = ${accountId}
    where ${where} and p.kind in ('deposit', 'withdrawal')
    group by 1, a.network, a.currency`;
  const { rows } = await sql<Ranked>`
    with ranked as materialized (
      select *, row_number() over (partition by currency order by volume desc, counterparty, network) as rank
      from (${sums}) as sums
    )
    select r.counterparty, r.network, r.currency, r.received, r.sent, r.count, r.rank,
      r.counterparty = ${exchangeLabel} or exists (
        select from wallets w where w.address = r.counterparty and w.account_id = ${accountId}
      ) as is_own
    from ranked r where r.rank <= ${mostCounterparties}
    union all
    select '', '', currency, sum(received), sum(sent), sum(count)::bigint, count(*), false
    from ranked where rank > ${mostCounterparties}
    group by currency
    order by currency, rank`.execute(db);
  const isNamed = ({ network }: Ranked) => network !== '';
  return {
    rows: rows.filter(isNamed).map(({ rank: _rank, ...row }) => row),
    others: rows
      .filter((row) => !isNamed(row))
      .map(({ currency, rank: counterparties, received, sent, count }) => ({
        currency,
        counterparties,
        received,
        sent,
        count,
      })),
  };
}
