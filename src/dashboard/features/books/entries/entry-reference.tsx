import { Link } from 'react-router';
import type { LedgerEntry } from '#contract/gateway/ledger-entries.ts';
import type { Permission } from '#contract/permissions.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { amlPath } from '#dashboard/entities/aml/aml-paths.ts';
import { exchangePath } from '#dashboard/entities/exchanges/exchange-paths.ts';
import { transactionPath } from '#dashboard/entities/transactions/transactions.queries.ts';
import { withdrawalPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { Address } from '#dashboard/ui/address.tsx';
import classes from './entries.module.css';

type Linked = Exclude<NonNullable<LedgerEntry['refers_to']>, 'transfer'>;

const documents = {
  transaction: { label: 'Transaction', permission: 'transactions:read', pathOf: transactionPath },
  withdrawal: { label: 'Withdrawal', permission: 'withdrawals:read', pathOf: withdrawalPath },
  exchange: { label: 'Exchange', permission: 'exchanges:read', pathOf: exchangePath },
  aml_check: {
    label: 'AML check',
    permission: 'transactions:read',
    // The console has IDs of its own for checks.
    pathOf: (uid) => `${amlPath}?${new URLSearchParams({ search: uid }).toString()}`,
  },
} as const satisfies Record<
  Linked,
  { label: string; permission: Permission; pathOf: (reference: string) => string }
>;

/** The document that an entry was posted for, as a link for whoever may open it. */
export function EntryReference({ value }: { value: Partial<LedgerEntry> }) {
  const { reference, refers_to: refersTo } = value;
  if (reference === null || reference === undefined) return null;
  if (refersTo === null || refersTo === undefined || refersTo === 'transfer') {
    return <Address value={reference} what="document ID" />;
  }
  return <DocumentLink of={refersTo} reference={reference} />;
}

function DocumentLink({ of, reference }: { of: Linked; reference: string }) {
  const { label, permission, pathOf } = documents[of];
  const { allowed } = usePermission(permission);
  if (!allowed) return <Address value={reference} what={`${label} ID`} />;
  return (
    <Link to={pathOf(reference)} title={reference} className={classes['reference']}>
      {label}
      <span className="unseen-on-phone"> {shortenMiddle(reference)}</span>
    </Link>
  );
}
