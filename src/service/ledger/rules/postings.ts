import { sql } from 'kysely';
import { documentKinds } from './documents.ts';
import { type FoundRow, poolNetworkOf, sqlRule } from './rule.ts';

/** `assetOf` of ledger-accounts.ts says what an asset is. */
const postingSumsToZero = sqlRule(
  'posting-sums-to-zero',
  'The entries of every posting add up to zero for each currency and network.',
  {
    postings: (keys) => sql<FoundRow>`
      with sums as (
        select p.posting_id, p.account_id, a.currency, sum(e.amount) as total,
          ${poolNetworkOf(sql`a.network`, sql`a.currency`)} as network
        from ledger_postings p
        join ledger_entries e on e.posting_id = p.posting_id
        join ledger_accounts a on a.ledger_account_id = e.ledger_account_id
        where p.posting_id = any(${keys})
        group by p.posting_id, p.account_id, a.currency, 5
      )
      select posting_id as row_key, account_id, posting_id as subject,
        'entries that add up to 0'::text as expected,
        'a sum of ' || trim_scale(total) || ' ' || currency || ' on ' || network as found
      from sums where total <> 0
      order by posting_id, currency, network`,
  },
);

const postingHasEntries = sqlRule('posting-without-entries', 'Every posting has entries.', {
  postings: (keys) => sql<FoundRow>`
    select p.posting_id as row_key, p.account_id, p.posting_id as subject,
      'two or more entries'::text as expected, 'no entries'::text as found
    from ledger_postings p
    where p.posting_id = any(${keys})
      and not exists (select from ledger_entries e where e.posting_id = p.posting_id)
    order by p.posting_id`,
});

/** A fault of both accounts. */
const postingStaysInAccount = sqlRule(
  'posting-of-another-account',
  'Every posting moves funds of its own account.',
  {
    postings: (keys) => sql<FoundRow>`
      select p.posting_id as row_key, side.account_id, p.posting_id as subject,
        'funds of ' || p.account_id as expected, e.ledger_account_id || ' of ' || a.account_id as found,
        side.account_id || ' ' || e.ledger_account_id as mark
      from ledger_postings p
      join ledger_entries e on e.posting_id = p.posting_id
      join ledger_accounts a on a.ledger_account_id = e.ledger_account_id
      cross join lateral (values (p.account_id), (a.account_id)) as side (account_id)
      where p.posting_id = any(${keys}) and a.account_id <> p.account_id
      order by p.posting_id, e.ledger_account_id, side.account_id`,
  },
);

const nothingIsPostedTwice = sqlRule(
  'posted-twice',
  'No deposit, hold, release, payment, exchange or fee is posted twice.',
  {
    postings: (keys) => sql<FoundRow>`
      select p.posting_id as row_key, p.account_id, p.reference as subject,
        'one ' || p.kind || ' posting' as expected,
        count(*) || ' ' || p.kind || ' postings' as found
      from ledger_postings p
      join ledger_postings o on o.reference = p.reference and o.kind = p.kind
      where p.posting_id = any(${keys})
        and p.kind in ('deposit', 'hold', 'release', 'withdrawal', 'exchange', 'aml_fee')
      group by p.posting_id, p.account_id, p.reference, p.kind
      having count(*) > 1
      order by p.posting_id`,
  },
);

export const postingIsOfKnownKind = sqlRule(
  'unknown-posting',
  'Every posting is of a kind that has documents.',
  {
    postings: (keys) => sql<FoundRow>`
      select p.posting_id as row_key, p.account_id, p.posting_id as subject,
        ${`one of: ${Object.keys(documentKinds).join(', ')}`}::text as expected, p.kind as found
      from ledger_postings p
      where p.posting_id = any(${keys}) and p.kind <> all(${Object.keys(documentKinds)}::text[])
      order by p.posting_id`,
  },
);

export const postingRules = [
  postingSumsToZero,
  postingHasEntries,
  postingStaysInAccount,
  nothingIsPostedTwice,
];
