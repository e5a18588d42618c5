import { Group, Stack } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ProviderStatement, ProviderStatementRow } from '#contract/gateway/provider-statements.ts';
import {
  notKnown,
  sourcesNote,
  unexplainedNote,
  unknownsOf,
} from '#contract/gateway/provider-statement-notes.ts';
import { sum } from '#domain/arithmetic.ts';
import { type Decimal, decimalPlaces, isZero } from '#domain/decimal.ts';
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
import { DownloadButton } from '../files/download-button.tsx';
import { useDownload } from '../files/use-download.tsx';
import { AsOf } from './as-of.tsx';
import classes from './statement.module.css';
import { providerStatementQuery } from './statement.queries.ts';

type Props = { period: { from: Instant; to: Instant }; iana: string };

/** What a remote provider’s balances at both ends of a period and its lists in between tell. */
export function ProviderStatementView({ period, iana }: Props) {
  const { data, error, isFetching, refetch } = useQuery(providerStatementQuery(period));
  const download = useDownload({ moments: period, filters: {}, iana });
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
        <AsOf at={data.as_of as Instant} iana={iana} />
        <Group gap="8px 12px">
          <DownloadButton part="" hasEntries={false} onRequest={download.request} />
          <RefreshButton isReading={isFetching} onRefresh={retry} />
        </Group>
      </Group>
      {download.status}
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

/** Everything that isn’t known, and why. */
function Unknown({ statement, iana }: { statement: ProviderStatement; iana: string }) {
  const messages = unknownsOf(statement, (instant) => formatInstant(instant, iana));
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
      <Scroller label={`Statement of ${currency}`} className={classes['frame']} hasBar>
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
                        <span className={classes['unknown']}>{notKnown}</span>
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
      <p>{sourcesNote(zoneName(iana))}</p>
      <p>
        {unexplainedNote} <Link to="/help/statements">About statements</Link>
      </p>
    </section>
  );
}
