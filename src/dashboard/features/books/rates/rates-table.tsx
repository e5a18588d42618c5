import { Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconChartLine } from '@tabler/icons-react';
import { useState } from 'react';
import { type ExchangeRate, supersedeRates } from '#contract/gateway/exchange-rates.ts';
import { formatAmount, formatCount, formatInteger } from '#domain/format.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { useChangeAddress } from '#dashboard/lib/use-change-address.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { Button, LinkButton } from '#dashboard/ui/button.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FilterInput, FilterSelect } from '#dashboard/ui/filter-controls.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { notifyFailure, notifySuccess } from '#dashboard/ui/notify.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { rateQueries, ratesPerPage } from './rates.queries.ts';
import { formatRatesUrl, parseRatesUrl, type RatesAddress } from './rates-url.ts';
import classes from './rates.module.css';

const sourceLabels = { file: 'File', url: 'URL', exchange: 'Exchange' } as const satisfies Record<
  ExchangeRate['source'],
  string
>;

/** The account's rates, the latest moment first. */
export function RatesTable({ address }: { address: RatesAddress }) {
  const { data, error, refetch } = useQuery({
    ...rateQueries.list(address),
    placeholderData: keepPreviousData,
  });
  const retry = () => void refetch();
  const isFiltered = formatRatesUrl({ ...address, gaps: 'month' }) !== '';
  return (
    <section aria-labelledby="rates" className={classes['list']}>
      <Group gap="8px 16px" justify="space-between">
        <h2 id="rates">Rates</h2>
        <Filters address={address} />
      </Group>
      {data !== undefined && error !== null && <FailureAlert error={error} onRetry={retry} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
      {data === undefined && error === null && <SkeletonLines label="Loading exchange rates" />}
      {data?.count === 0 &&
        (isFiltered ? (
          <EmptyState
            icon={<IconChartLine size={20} />}
            title="No rates match"
            action={
              <LinkButton
                variant="default"
                replace
                to={{
                  search: formatRatesUrl({ ...parseRatesUrl(new URLSearchParams()), gaps: address.gaps }),
                }}
              >
                Reset filters
              </LinkButton>
            }
          >
            Choose another currency or source.
          </EmptyState>
        ) : (
          <EmptyState icon={<IconChartLine size={20} />} title="No exchange rates yet">
            Upload a file with dated rates to see what balances and statements are worth in USD or EUR.
          </EmptyState>
        ))}
      {data !== undefined && data.count > 0 && (
        <>
          <Rates rates={data.rates} hasSuperseded={address.state === 'all'} />
          <Pages address={address} count={data.count} shown={data.rates.length} />
        </>
      )}
    </section>
  );
}

function Filters({ address }: { address: RatesAddress }) {
  const changeAddress = useChangeAddress();
  const change = (changed: Partial<RatesAddress>) =>
    void changeAddress({ search: formatRatesUrl({ ...address, offset: 0, ...changed }) }, { replace: true });
  return (
    <Group gap="8px">
      <FilterInput
        aria-label="Currency"
        placeholder="Currency"
        maxLength={16}
        defaultValue={address.currency ?? ''}
        key={address.currency ?? ''}
        onBlur={(event) => change({ currency: event.currentTarget.value.trim() || undefined })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') change({ currency: event.currentTarget.value.trim() || undefined });
        }}
      />
      <FilterSelect
        aria-label="Source"
        value={address.source ?? ''}
        data={[
          { value: '', label: 'Any source' },
          ...Object.entries(sourceLabels).map(([value, label]) => ({ value, label })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          change({ source: parseRatesUrl(new URLSearchParams({ source: value })).source })
        }
      />
      <FilterSelect
        aria-label="State"
        value={address.state}
        data={[
          { value: 'current', label: 'In use' },
          { value: 'all', label: 'With earlier values' },
        ]}
        onChange={({ currentTarget: { value } }) => change({ state: value === 'all' ? 'all' : 'current' })}
      />
    </Group>
  );
}

function Rates({ rates, hasSuperseded }: { rates: readonly ExchangeRate[]; hasSuperseded: boolean }) {
  return (
    <FramedTable title="Exchange rates" isCaptionHidden isStacked isWhole>
      <thead>
        <tr>
          <th scope="col">Rate of</th>
          <th scope="col">Pair</th>
          <th scope="col" data-align="end">
            Rate
          </th>
          <th scope="col">Source</th>
          <th scope="col">Recorded</th>
          {hasSuperseded && <th scope="col">Superseded</th>}
          <th scope="col">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rates.map((rate) => (
          <RateRow key={rate.id} rate={rate} hasSuperseded={hasSuperseded} />
        ))}
      </tbody>
    </FramedTable>
  );
}

function RateRow({ rate, hasSuperseded }: { rate: ExchangeRate; hasSuperseded: boolean }) {
  const isSuperseded = rate.superseded_at !== null;
  return (
    <tr>
      <th scope="row">
        <CopyableTime value={rate.at} />
      </th>
      <td data-label="Pair">
        {rate.currency}/{rate.quote}
      </td>
      <td data-label="Rate" data-align="end" className={classes['rate']}>
        <span className={isSuperseded ? classes['superseded'] : undefined}>{formatAmount(rate.rate)}</span>
      </td>
      <td data-label="Source">
        {sourceLabels[rate.source]} {rate.origin}
      </td>
      <td data-label="Recorded">
        <span>
          <CopyableTime value={rate.recorded_at} />
          {rate.recorded_by !== null && ` by ${rate.recorded_by}`}
        </span>
      </td>
      {hasSuperseded && (
        <td data-label="Superseded">
          {rate.superseded_at === null ? (
            'In use'
          ) : (
            <span>
              <CopyableTime value={rate.superseded_at} />
              {rate.superseded_by !== null && ` by ${rate.superseded_by}`}
            </span>
          )}
        </td>
      )}
      <td data-align="end">{!isSuperseded && <RemoveRate rate={rate} />}</td>
    </tr>
  );
}

function RemoveRate({ rate: { id, currency, quote } }: { rate: ExchangeRate }) {
  const mayRemove = usePermission(supersedeRates).allowed;
  const remove = useChange(supersedeRates);
  const [isAsking, setIsAsking] = useState(false);
  if (!mayRemove) return null;
  if (!isAsking) {
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Remove the rate of ${currency}/${quote}`}
        onClick={() => setIsAsking(true)}
      >
        Remove
      </Button>
    );
  }
  return (
    <Group gap="xs" justify="flex-end">
      <span>It stays among the earlier values.</span>
      <Button variant="default" size="compact-sm" onClick={() => setIsAsking(false)}>
        Keep rate
      </Button>
      <Button
        color="danger"
        size="compact-sm"
        loading={remove.isPending}
        onClick={() =>
          remove.mutate(
            { ids: [id] },
            {
              onSuccess: () => notifySuccess(`${currency}/${quote} removed`),
              onError: (error) => notifyFailure('The rate couldn’t be removed', error),
            },
          )
        }
      >
        Remove rate
      </Button>
    </Group>
  );
}

type PagesProps = { address: RatesAddress; count: number; shown: number };

function Pages({ address, count, shown }: PagesProps) {
  const { offset } = address;
  const at = (next: number) => ({ search: formatRatesUrl({ ...address, offset: next }) });
  return (
    <Group component="nav" gap="8px 16px" justify="space-between" mih={32} aria-label="Pages of rates">
      <Text span c="dimmed" inherit>
        {shown === 0
          ? `This page is past the last of ${formatInteger(count)}`
          : shown === count
            ? formatCount(count, 'rate')
            : `${formatInteger(offset + 1)}–${formatInteger(offset + shown)} of ${formatInteger(count)}`}
      </Text>
      <Group gap="8px">
        {offset > 0 && (
          <LinkButton variant="default" size="compact-sm" to={at(Math.max(0, offset - ratesPerPage))}>
            Newer
          </LinkButton>
        )}
        {shown > 0 && offset + shown < count && (
          <LinkButton variant="default" size="compact-sm" to={at(offset + ratesPerPage)}>
            Older
          </LinkButton>
        )}
      </Group>
    </Group>
  );
}
