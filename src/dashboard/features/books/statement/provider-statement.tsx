import { Group, Stack } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ProviderStatement, ProviderStatementRow } from '#contract/gateway/provider-statements.ts';
import type { UnreadableReason } from '#contract/gateway/whole-list.ts';
import { sum } from '#domain/arithmetic.ts';
import { type Decimal, decimalPlaces, isZero } from '#domain/decimal.ts';
import { formatCount } from '#domain/format.ts';
import type { Instant } from '#domain/time.ts';
import { formatInstant, zoneName } from '#dashboard/lib/zoned-time.ts';
import { networkKeyLabel } from '#dashboard/entities/balances/balance-labels.ts';
import { byCurrency, byNetwork } from '#dashboard/entities/balances/balance-lines.ts';
import balances from '#dashboard/entities/balances/balances.module.css';
import { CopyableAmount } from '#dashboard/entities/balances/copyable-amount.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { RefreshButton } from '#dashboard/ui/refresh-button.tsx';
import { Scroller } from '#dashboard/ui/scroller.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import classes from './statement.module.css';
import { providerStatementQuery } from './statement.queries.ts';

type Props = { period: { from: Instant; to: Instant }; iana: string };

/** What a remote provider’s balances at both ends of a period and its lists in between tell. */
export function ProviderStatementView({ period, iana }: Props) {
  const { data, error, isFetching, refetch } = useQuery(providerStatementQuery(period));
  const retry = () => void refetch();
  if (data === undefined) {
    if (error !== null) return <ErrorState error={error} onRetry={retry} />;
    return <SkeletonLines label="Loading statement" />;
  }
  if (data === null) return null;
  const currencies = Map.groupBy(
    data.rows
      .filter((row) => amountsOf(row).some((amount) => amount !== null && !isZero(amount)))
      .toSorted((a, b) => byCurrency(a.currency, b.currency) || byNetwork(a.network, b.network)),
    ({ currency }) => currency,
  );
  return (
    <>
      {error !== null && <FailureAlert error={error} onRetry={retry} />}
      <Group gap="8px 16px" justify="space-between" mih={32} fz="sm">
        {/* oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes instants. */}
        <span>As of {formatInstant(data.as_of as Instant, iana)}</span>
        <RefreshButton isReading={isFetching} onRefresh={retry} />
      </Group>
      <Unknown statement={data} iana={iana} />
      {currencies.size === 0 && data.unreadable_reason === null && (
        <EmptyState icon={<IconScale size={20} />} title="Nothing moved in this period">
          The provider’s lists have no completed transactions or exchanges of these days.
        </EmptyState>
      )}
      <Stack gap="xl">
        {[...currencies].map(([currency, rows]) => (
          <CurrencyTable key={currency} currency={currency} rows={rows} />
        ))}
      </Stack>
      <About iana={iana} />
    </>
  );
}

const reasons: Record<UnreadableReason, string> = {
  too_long: 'The provider’s lists are too long for the console to add up',
  no_pages: 'The provider returns only the first rows of its lists',
  changing: 'The provider’s lists changed each time they were read',
  failed: 'The provider’s lists couldn’t be read',
  unclear: 'Some rows of the provider’s lists don’t show whether they belong to this period',
};

/** Everything that isn’t known, and why. */
function Unknown({ statement, iana }: { statement: ProviderStatement; iana: string }) {
  const { opening_at: opening, closing_at: closing, snapshots_since: since, ...lists } = statement;
  const missing = [...(opening === null ? ['opening'] : []), ...(closing === null ? ['closing'] : [])];
  const messages = [
    ...(missing.length === 0
      ? []
      : [
          `The ${missing.join(' and ')} balances aren’t known, because the console has no snapshot of ${
            missing.length === 2 ? 'these moments' : 'that moment'
          }. ${
            since === null
              ? 'It takes one every full hour once the account has a key for its users, which an administrator adds under Settings → API keys.'
              : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes instants.
                `Snapshots have been taken every full hour since ${formatInstant(since as Instant, iana)}, whenever the provider answered.`
          }`,
        ]),
    ...(lists.unreadable_reason === null
      ? []
      : [`${reasons[lists.unreadable_reason]}, so what moved isn’t known.`]),
    ...(lists.unreadable === 0
      ? []
      : [
          `${formatCount(lists.unreadable, 'row')} of the provider’s lists couldn’t be read and ${
            lists.unreadable === 1 ? 'isn’t' : 'aren’t'
          } included.`,
        ]),
  ];
  if (messages.length === 0) return null;
  return (
    <Alert tone="warning">
      {messages.map((message) => (
        <div key={message}>{message}</div>
      ))}
    </Alert>
  );
}

type Column = {
  name: string;
  label: string;
  of: (row: ProviderStatementRow) => Decimal | null;
  /** Shown even where it is zero everywhere. */
  isAlways?: true;
};

const columns: readonly Column[] = [
  { name: 'opening', label: 'Opening', of: ({ opening }) => opening, isAlways: true },
  { name: 'inflow', label: 'Inflow', of: ({ movements }) => movements?.inflow ?? null, isAlways: true },
  { name: 'outflow', label: 'Outflow', of: ({ movements }) => movements?.outflow ?? null, isAlways: true },
  { name: 'fees', label: 'Fees', of: ({ movements }) => movements?.withdrawal_fees ?? null, isAlways: true },
  {
    name: 'exchanged',
    label: 'Exchanged',
    of: ({ movements }) =>
      movements === null ? null : sum([movements.exchanged_in, movements.exchanged_out]),
  },
  { name: 'unexplained', label: 'Not explained', of: ({ unexplained }) => unexplained, isAlways: true },
  { name: 'closing', label: 'Closing', of: ({ closing }) => closing, isAlways: true },
];

function amountsOf(row: ProviderStatementRow): (Decimal | null)[] {
  return columns.map(({ of }) => of(row));
}

function CurrencyTable({ currency, rows }: { currency: string; rows: ProviderStatementRow[] }) {
  const id = `statement-${currency}`;
  const shown = columns.flatMap((column) => {
    const known = rows.flatMap((row) => column.of(row) ?? []);
    if (column.isAlways !== true && known.every(isZero)) return [];
    return [{ column, places: Math.max(0, ...known.map(decimalPlaces)) }];
  });
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes['currency']}>
        {currency}
      </h2>
      <Scroller label={`Statement of ${currency}`} className={classes['frame'] ?? ''}>
        <table className={`${balances['table']} ${classes['table']}`} aria-labelledby={id}>
          <thead className="unseen-on-phone">
            <tr>
              <th scope="col">Network</th>
              {shown.map(({ column: { name, label } }) => (
                <th key={name} scope="col" data-align="end" data-column={name}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.network} className={balances['line']}>
                <th scope="row" data-part="first">
                  {networkKeyLabel(row.network)}
                </th>
                {shown.map(({ column: { name, label, of }, places }) => {
                  const amount = of(row);
                  return (
                    <td key={name} data-align="end" data-part="other" data-column={name} data-label={label}>
                      {amount === null ? (
                        <span className={classes['unknown']}>Not known</span>
                      ) : (
                        <CopyableAmount value={amount} currency={currency} places={places} />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  );
}

function About({ iana }: { iana: string }) {
  return (
    <section aria-label="About this statement" className={classes['about']}>
      <p>
        Opening and closing are the balances that your provider stated on these hours. What moved comes from
        its lists of completed transactions and exchanges, by creation time, in days of {zoneName(iana)}.
      </p>
      <p>
        “Not explained” is what remains: funds on hold, AML check fees, fees that the provider doesn’t list,
        and anything it booked in another period than it created it. The provider shows its ledger to no one,
        so the console can’t tell them apart. <Link to="/help/statements">About statements</Link>
      </p>
    </section>
  );
}
