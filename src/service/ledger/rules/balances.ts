import { sql } from 'kysely';
import { debit, type FoundRow, holdOfRequest, sqlRule } from './rule.ts';

/**
 * Adds a checkpoint and the entries after it (see checkpoints.ts): as quick as the entries of a day are few,
 * however many there are in all. Without checkpoints it adds all entries.
 */
function balanceIsSumOfEntries({ hasCheckpoints }: { hasCheckpoints: boolean }) {
  const until = hasCheckpoints ? sql`c.until` : sql`null::timestamptz`;
  const total = hasCheckpoints ? sql`c.total` : sql`0`;
  return sqlRule('balance-is-sum-of-entries', 'Every balance is the sum of its entries.', {
    balances: (keys) => sql<FoundRow>`
      with summed as (
        select a.ledger_account_id, a.account_id, a.balance, coalesce(${total}, 0) + coalesce((
          select sum(e.amount) from ledger_entries e
          where e.ledger_account_id = a.ledger_account_id
            and e.created_at > coalesce(${until}, '-infinity'::timestamptz)
        ), 0) as total
        from ledger_accounts a
        left join ledger_checkpoints c on c.ledger_account_id = a.ledger_account_id
        where a.ledger_account_id = any(${keys})
      )
      select ledger_account_id as row_key, account_id, ledger_account_id as subject,
        'the sum of its entries, ' || trim_scale(total) as expected,
        'a balance of ' || coalesce(trim_scale(balance)::text, 'nothing') as found,
        trim_scale(coalesce(balance, 0) - total)::text as mark
      from summed where balance is distinct from total
      order by ledger_account_id`,
  });
}

/** For the check that has computed the checkpoints again from the first entry, or relies on the one that did. */
export const balanceIsCheckpointAndNewer = balanceIsSumOfEntries({ hasCheckpoints: true });
/** For a check on its own. */
export const balanceIsAllEntries = balanceIsSumOfEntries({ hasCheckpoints: false });

const balanceIsNotNegative = sqlRule('balance-below-zero', 'No balance is below zero.', {
  balances: (keys) => sql<FoundRow>`
    select ledger_account_id as row_key, account_id, ledger_account_id as subject,
      'zero or more'::text as expected, 'a balance of ' || trim_scale(balance) as found, ''::text as mark
    from ledger_accounts where ledger_account_id = any(${keys}) and balance < 0
    order by ledger_account_id`,
});

const deletedWalletIsEmpty = sqlRule('deleted-wallet-holds-funds', 'A deleted wallet holds nothing.', {
  balances: (keys) => sql<FoundRow>`
    select a.ledger_account_id as row_key, a.account_id, a.ledger_account_id as subject,
      'nothing on a deleted wallet'::text as expected, 'a balance of ' || trim_scale(a.balance) as found,
      ''::text as mark
    from ledger_accounts a join wallets w on w.address = a.wallet_address
    where a.ledger_account_id = any(${keys}) and w.deleted_at is not null and a.balance <> 0
    order by a.ledger_account_id`,
});

/** Postings are compared by the ids of their ledger accounts, so the ids must say what the columns say. */
const ledgerAccountIsOfItsOwner = sqlRule(
  'ledger-account-differs',
  "Every ledger account has the account, network and currency that its id and its wallet's account say.",
  {
    balances: (keys) => sql<FoundRow>`
      with named as (
        select a.*, w.account_id as owner, a.kind || '/'
          || case when a.wallet_address is null then a.account_id || '/' || a.network
               else a.network || '/' || a.wallet_address end
          || '/' || a.currency as name
        from ledger_accounts a left join wallets w on w.address = a.wallet_address
        where a.ledger_account_id = any(${keys})
      )
      select ledger_account_id as row_key, account_id, ledger_account_id as subject,
        ledger_account_id || ' of ' || coalesce(owner, account_id) as expected,
        name || ' of ' || account_id as found
      from named where name <> ledger_account_id or owner <> account_id
      order by ledger_account_id`,
  },
);

/** Holds without an open request or check, and open requests without their holds. */
const holdsAreOpenRequests = sqlRule(
  'holds-are-open-requests',
  'What is on hold is the sum of the open withdrawal requests and AML checks that hold it.',
  {
    balances: (keys) => sql<FoundRow>`
      with hold as materialized (
        select ledger_account_id, account_id, balance from ledger_accounts
        where ledger_account_id = any(${keys}) and kind = 'hold'
      ), open as (
        select ${holdOfRequest} as hold_id, ${debit} as amount from withdrawal_requests r
        where r.status in ('new', 'processing') and r.deleted_at is null
        union all
        select 'hold/' || w.network || '/' || c.payer_address || '/USDT', c.fee
        from aml_checks c join wallets w on w.address = c.payer_address
        where c.next_step_at is not null and c.status = 'pending'
      ), compared as (
        select h.*, coalesce(sum(o.amount), 0) as open
        from hold h left join open o on o.hold_id = h.ledger_account_id
        group by h.ledger_account_id, h.account_id, h.balance
      )
      select ledger_account_id as row_key, account_id, ledger_account_id as subject,
        trim_scale(open) || ' for open requests and checks' as expected,
        trim_scale(balance) || ' on hold' as found,
        trim_scale(balance - open)::text as mark
      from compared where balance <> open
      order by ledger_account_id`,
  },
);

export const balanceRules = [
  balanceIsCheckpointAndNewer,
  balanceIsNotNegative,
  deletedWalletIsEmpty,
  ledgerAccountIsOfItsOwner,
  holdsAreOpenRequests,
];
