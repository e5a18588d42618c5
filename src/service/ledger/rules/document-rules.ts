import { sql, type RawBuilder } from 'kysely';
import { type DocumentKind, documentKinds } from './documents.ts';
import { entriesOfPosting, type FoundRow, type Rule, sqlRule, type WalkName } from './rule.ts';

/** All documents of the kind among these ids that must have a posting. */
function expectedOf({ sources }: DocumentKind, ids: RawBuilder<unknown>) {
  return sql.join(
    sources.map(({ expected }) => expected(ids)),
    sql` union all `,
  );
}

/** A posting of the kind is made for a document that is in the state to have one. */
function postingWithoutDocument(name: string, document: DocumentKind): Rule {
  const link = sql.ref(`p.${document.link}`);
  const nameOfDocument = [...new Set(document.sources.map((source) => source.name))].join(' or ');
  return sqlRule(
    name,
    `Every ${document.kind} posting has its document: a ${nameOfDocument}.`,
    {
      postings: (keys) => sql<FoundRow>`
      with p as materialized (
        select * from ledger_postings where posting_id = any(${keys})
      ), document as materialized (
        ${expectedOf(document, sql`array(select ${link} from p)`)}
      )
      select p.posting_id as row_key, p.account_id, p.posting_id as subject,
        ${nameOfDocument}::text as expected, 'none for ' || coalesce(${link}, 'a posting without reference') as found
      from p where not exists (select from document d where d.link = ${link})
      order by p.posting_id`,
    },
    document.kind,
  );
}

/** A document that is in the state to have a posting has one. */
function documentWithoutPosting(name: string, document: DocumentKind): Rule {
  const link = sql.ref(`p.${document.link}`);
  const statements = document.sources.map(({ walk, name: nameOfDocument, expected }) => [
    walk,
    (keys: RawBuilder<unknown>) => sql<FoundRow>`
      select d.link as row_key, d.account_id, d.link as subject,
        ${`a ${document.kind} posting for this ${nameOfDocument}`}::text as expected, 'none'::text as found
      from (${expected(keys)}) as d
      where not exists (
        select from ledger_postings p where ${link} = d.link and p.kind = ${document.kind}
      )
      order by d.link`,
  ]);
  const names = document.sources.map((source) => source.name).join(' and every ');
  return sqlRule(
    name,
    `Every ${names} has its ${document.kind} posting.`,
    Object.fromEntries(statements) as Partial<
      Record<WalkName, (keys: RawBuilder<unknown>) => RawBuilder<FoundRow>>
    >,
  );
}

/** Amounts, currencies, networks, wallets and accounts of a posting are those of its document. */
function postingDiffers(name: string, document: DocumentKind): Rule {
  const link = sql.ref(`p.${document.link}`);
  return sqlRule(
    name,
    `Every ${document.kind} posting moves exactly what its document says.`,
    {
      postings: (keys) => sql<FoundRow>`
      with p as materialized (
        select * from ledger_postings where posting_id = any(${keys})
      ), document as materialized (
        ${expectedOf(document, sql`array(select ${link} from p)`)}
      ), compared as (
        select p.posting_id, p.account_id, d.account_id || ': ' || d.entries as expected,
          p.account_id || ': ' || ${entriesOfPosting} as found
        from p join document d on d.link = ${link}
      )
      select posting_id as row_key, account_id, posting_id as subject, expected, found
      from compared where expected <> found
      order by posting_id`,
    },
    document.kind,
  );
}

const { deposit, withdrawal, exchange, aml_fee, hold, release, collection, settlement } = documentKinds;

/** A function for each way in which a posting and its document can disagree, over each kind of them. */
export const documentRules: readonly Rule[] = [
  postingWithoutDocument('deposit-without-transaction', deposit),
  documentWithoutPosting('transaction-without-deposit', deposit),
  postingDiffers('deposit-differs', deposit),
  postingWithoutDocument('withdrawal-without-document', withdrawal),
  documentWithoutPosting('withdrawal-not-posted', withdrawal),
  postingDiffers('withdrawal-differs', withdrawal),
  postingWithoutDocument('exchange-without-document', exchange),
  documentWithoutPosting('exchange-not-posted', exchange),
  postingDiffers('exchange-differs', exchange),
  postingWithoutDocument('aml-fee-without-check', aml_fee),
  documentWithoutPosting('aml-check-not-charged', aml_fee),
  postingDiffers('aml-fee-differs', aml_fee),
  postingWithoutDocument('hold-without-request', hold),
  documentWithoutPosting('request-without-hold', hold),
  postingDiffers('hold-differs', hold),
  postingWithoutDocument('release-without-end', release),
  documentWithoutPosting('hold-never-released', release),
  postingDiffers('release-differs', release),
  postingWithoutDocument('collection-without-document', collection),
  documentWithoutPosting('collection-not-posted', collection),
  postingDiffers('collection-differs', collection),
  postingWithoutDocument('settlement-without-document', settlement),
  documentWithoutPosting('settlement-not-posted', settlement),
  postingDiffers('settlement-differs', settlement),
];
