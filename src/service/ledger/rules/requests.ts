import { sql, type RawBuilder } from 'kysely';
import { exchangeLabel } from '../../withdrawals/withdrawals.store.ts';
import { type FoundRow, received, sqlRule } from './rule.ts';

const senderLabelSql = sql`coalesce(r.sender_wallet, ${exchangeLabel}::text)`;

/** What the status of a request's transaction must be. */
const statusOfTransaction = sql`case r.transaction_status when 'pending' then 'in_progress'
  when 'confirmed' then 'completed' else 'error' end`;

/** What was ordered, of a request or its order. */
const orderText = (row: RawBuilder<unknown>) => sql`concat_ws(', ', ${row}.account_id,
  trim_scale(${row}.amount) || ' ' || ${row}.currency || ' on ' || ${row}.network,
  'fee ' || trim_scale(${row}.fee) || case when ${row}.fee_included then ' deducted' else ' added' end,
  'from ' || coalesce(${row}.sender_wallet, ${exchangeLabel}::text), 'to ' || ${row}.recipient_wallet)`;

/** Longer than any delay that can be set, and than any pause between two looks at a payment. */
const longestWait = '2 days';

const openRequestIsScheduled = sqlRule(
  'open-request-not-scheduled',
  'Every open withdrawal request has a next step, and no other request has one.',
  {
    requests: (keys) => sql<FoundRow>`
      select request_id as row_key, account_id, request_id as subject,
        case when is_open then ${`a next step within ${longestWait}`} else 'no next step' end as expected,
        state || ', next step: ' || coalesce(to_char(next_step_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), 'none')
          as found,
        is_open || ' ' || (next_step_at is null) as mark
      from (
        select *, status in ('new', 'processing') and deleted_at is null as is_open,
          case when deleted_at is null then status else 'deleted' end as state
        from withdrawal_requests where request_id = any(${keys})
      ) as r
      where (is_open and (
          next_step_at is null or next_step_at > greatest(now(), updated_at) + ${longestWait}::interval
        )) or (not is_open and next_step_at is not null)
      order by request_id`,
  },
);

const requestIsAsOrdered = sqlRule(
  'request-differs-from-order',
  'Every withdrawal request is as it was ordered: amount, fee, currency, network, sender and recipient.',
  {
    requests: (keys) => sql<FoundRow>`
      with compared as (
        select r.request_id, r.account_id,
          case when o.request_id is null then 'a recorded order' else ${orderText(sql`o`)} end as expected,
          case when o.request_id is null then 'none' else ${orderText(sql`r`)} end as found
        from withdrawal_requests r
        left join withdrawal_orders o on o.request_id = r.request_id
        where r.request_id = any(${keys})
      )
      select request_id as row_key, account_id, request_id as subject, expected, found
      from compared where expected <> found
      order by request_id`,
  },
);

const requestStatesAgree = sqlRule(
  'request-states-differ',
  'The status of every withdrawal request agrees with that of its payment.',
  {
    requests: (keys) => sql<FoundRow>`
      select request_id as row_key, account_id, request_id as subject,
        case status when 'completed' then 'a confirmed payment' when 'error' then 'a failed payment'
          when 'processing' then 'a pending payment or none yet'
          when 'rejected' then 'no payment or a failed one' else 'no payment' end as expected,
        status || ', payment ' || coalesce(transaction_status, 'none') as found
      from withdrawal_requests
      where request_id = any(${keys}) and not case
        when status = 'completed' then coalesce(transaction_status = 'confirmed', false) and deleted_at is null
        when status = 'error' then coalesce(transaction_status = 'failed', false) and deleted_at is null
        when status = 'processing' then
          coalesce(transaction_status = 'pending', true) and deleted_at is null
        when status = 'rejected' and transaction_id is not null then
          coalesce(transaction_status = 'failed', false) and deleted_at is null
        else transaction_status is null and hash is null and transaction_id is null
      end
      order by request_id`,
  },
);

const requestHasPayment = sqlRule(
  'request-without-payment',
  'Every withdrawal request with a payment status has its signed payment.',
  {
    requests: (keys) => sql<FoundRow>`
      select r.request_id as row_key, r.account_id, r.request_id as subject,
        'a signed payment'::text as expected, 'none'::text as found
      from withdrawal_requests r
      where r.request_id = any(${keys}) and r.transaction_status is not null
        and not exists (select from payments p where p.request_id = r.request_id)
      order by r.request_id`,
  },
);

const paymentHasRequest = sqlRule(
  'payment-without-request',
  'Every signed payment has a withdrawal request that was begun.',
  {
    payments: (keys) => sql<FoundRow>`
      select p.request_id as row_key, r.account_id, p.request_id as subject,
        'a request in progress or finished, with this payment'::text as expected,
        case when r.request_id is null then 'no request'
          when r.deleted_at is not null then 'a deleted request'
          else 'a request that is ' || r.status || ' and has no payment' end as found
      from payments p left join withdrawal_requests r on r.request_id = p.request_id
      where p.request_id = any(${keys})
        and (r.request_id is null or r.deleted_at is not null or r.transaction_status is null)
      order by p.request_id`,
  },
);

const paymentIsOfRequest = sqlRule(
  'payment-differs',
  'Every signed payment has the network and hash of its withdrawal request.',
  {
    payments: (keys) => sql<FoundRow>`
      select p.request_id as row_key, r.account_id, p.request_id as subject,
        r.network || ' ' || coalesce(r.hash, 'no hash') as expected, p.network || ' ' || p.hash as found
      from payments p join withdrawal_requests r on r.request_id = p.request_id
      where p.request_id = any(${keys}) and r.transaction_status is not null
        and (p.network <> r.network or p.hash is distinct from r.hash)
      order by p.request_id`,
  },
);

/** Amount, currency, network, fee, direction, sender, recipient, hash and status. */
const transactionIsOfRequest = sqlRule(
  'request-transaction-differs',
  'Every withdrawal request with a payment says the same as its outgoing transaction.',
  {
    requests: (keys) => sql<FoundRow>`
      with compared as (
        select r.request_id, r.account_id,
          concat_ws(', ', r.account_id, 'out', trim_scale(${received}), r.currency, r.network,
            'fee ' || trim_scale(r.fee), 'from ' || ${senderLabelSql}, 'to ' || r.recipient_wallet,
            'hash ' || r.hash, ${statusOfTransaction}) as expected,
          coalesce(concat_ws(', ', t.account_id, t.direction, trim_scale(t.amount), t.currency, t.network,
            'fee ' || trim_scale(t.fee), 'from ' || t.sender_wallet, 'to ' || t.recipient_wallet,
            'hash ' || t.hash, t.status), '') as found
        from withdrawal_requests r
        left join transactions t on t.transaction_id = r.transaction_id
        where r.request_id = any(${keys}) and r.transaction_status is not null
      )
      select request_id as row_key, account_id, request_id as subject, expected,
        case when found = '' then 'no transaction' else found end as found
      from compared where expected <> found
      order by request_id`,
  },
);

const outgoingTransactionHasRequest = sqlRule(
  'transaction-without-request',
  'Every outgoing transaction in progress has its withdrawal request.',
  {
    transactions: (keys) => sql<FoundRow>`
      select t.transaction_id as row_key, t.account_id, t.transaction_id as subject,
        'a withdrawal request'::text as expected, 'none'::text as found
      from transactions t
      where t.transaction_id = any(${keys}) and t.direction = 'out' and t.status = 'in_progress'
        and not exists (select from withdrawal_requests r where r.transaction_id = t.transaction_id)
      order by t.transaction_id`,
  },
);

/** A payment to a wallet that exists when it leaves and when it arrives. */
const ownWalletReceives = sqlRule(
  'own-wallet-not-credited',
  "A payment to one of the service's wallets arrives there as a deposit.",
  {
    transactions: (keys) => sql<FoundRow>`
      select t.transaction_id as row_key, w.account_id, t.transaction_id as subject,
        'an incoming transaction of ' || trim_scale(t.amount) || ' ' || t.currency || ' to ' || w.address
          as expected,
        'none'::text as found
      from transactions t
      join wallets w on w.address = t.recipient_wallet and w.network = t.network
        and w.created_at <= t.created_at and (w.deleted_at is null or w.deleted_at > t.created_at)
      where t.transaction_id = any(${keys}) and t.direction = 'out' and t.status = 'completed'
        and not exists (
          -- By the index of hashes.
          select from (select * from transactions where hash = t.hash offset 0) i
          where i.direction = 'in' and i.status = 'completed' and i.network = t.network
            and i.currency = t.currency and i.amount = t.amount and i.recipient_wallet = w.address
            and i.account_id = w.account_id
        )
      order by t.transaction_id`,
  },
);

/** However its hold ended: returned, or paid. */
const holdEndsOnce = sqlRule(
  'hold-released-twice',
  'What a withdrawal request or AML check holds is released or paid once.',
  {
    requests: (keys) => endings('withdrawal_requests', 'request_id', keys),
    aml_checks: (keys) => endings('aml_checks', 'uid', keys),
  },
);

function endings(table: 'withdrawal_requests' | 'aml_checks', id: string, keys: unknown) {
  return sql<FoundRow>`
    select d.${sql.ref(id)} as row_key, d.account_id, d.${sql.ref(id)} as subject,
      'one release or payment'::text as expected,
      string_agg(p.kind, ', ' order by p.kind) as found
    from ${sql.table(table)} d
    join ledger_postings p on p.reference = d.${sql.ref(id)}
      and p.kind in ('release', 'withdrawal', 'aml_fee')
    where d.${sql.ref(id)} = any(${keys})
    group by d.${sql.ref(id)}, d.account_id
    having count(*) > 1
    order by 1`;
}

export const requestRules = [
  openRequestIsScheduled,
  requestIsAsOrdered,
  requestStatesAgree,
  requestHasPayment,
  paymentHasRequest,
  paymentIsOfRequest,
  transactionIsOfRequest,
  outgoingTransactionHasRequest,
  ownWalletReceives,
  holdEndsOnce,
];
