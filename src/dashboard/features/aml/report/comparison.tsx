import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { compareReports, type ExposureChange } from '#domain/aml/compare-reports.ts';
import { notFoundLabel } from '#domain/aml/not-found.ts';
import { sanctionsLabel } from '#domain/aml/sanctions.ts';
import { type AmlFindings, parseReport } from '#domain/aml/read-report.ts';
import { type Decimal, isPositive } from '#domain/decimal.ts';
import { parseTimestamp } from '#domain/time.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { formatInstant } from '#dashboard/lib/zoned-time.ts';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FilterSelect } from '#dashboard/ui/filter-controls.tsx';
import { BandBadge } from '#dashboard/entities/aml/aml-badge.tsx';
import table from '#dashboard/ui/table.module.css';
import { amlCheckQuery } from './check.queries.ts';
import classes from './report.module.css';

type Props = {
  check: AmlCheck;
  findings: AmlFindings;
  /** The other finished checks of the same subject, the latest first. */
  others: readonly AmlCheck[];
};

const ended = ({ ended_at: at }: AmlCheck) => at ?? '';

/** Compares this report with another one of the same subject. */
export function Comparison({ check, findings, others }: Props) {
  const id = useId();
  const { iana } = useTimeZone();
  const before = others.find((other) => ended(other) < ended(check)) ?? others[0];
  const [chosen, setChosen] = useState<string>();
  const other = others.find((each) => each.id === chosen) ?? before;
  const { data, error, refetch } = useQuery({
    ...amlCheckQuery(other?.id ?? ''),
    enabled: other !== undefined,
    // A report does not change any more.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (other === undefined) return null;
  const report = data?.report == null ? undefined : parseReport(data.report);
  const isLater = ended(other) > ended(check);
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <Title order={2} id={id}>
        Compared with
      </Title>
      <FilterSelect
        aria-label="Compare with report from"
        value={other.id}
        data={others.map((each) => ({ value: each.id, label: optionLabel(each, iana) }))}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {error !== null && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {report !== undefined && (
        <Changes
          earlier={isLater ? [check, findings] : [other, report]}
          later={isLater ? [other, report] : [check, findings]}
        />
      )}
      {data !== undefined && report === undefined && (
        <Text c="dimmed" fw={400} inherit>
          That report’s format can’t be compared.
        </Text>
      )}
    </section>
  );
}

function optionLabel({ ended_at: at, score }: AmlCheck, iana: string): string {
  const instant = parseTimestamp(at ?? '')?.instant;
  return `${instant === undefined ? 'unknown time' : formatInstant(instant, iana)} · ${score ?? 'no score'}`;
}

type Side = readonly [AmlCheck, AmlFindings];

function Changes({ earlier, later }: { earlier: Side; later: Side }) {
  const heaviest = [later, earlier].flatMap(([check]) => check.categories.map(({ name }) => name));
  const compared = compareReports(earlier[1], later[1], heaviest);
  const { scoreChange, categories, sources, directHits, sentence } = compared;
  return (
    <>
      <Text maw="72ch" lh="20px" inherit className={classes['sentence']}>
        {sentence}
      </Text>
      <table className={`${table['table']} ${classes['table']}`} aria-label="Two reports side by side">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">What</span>
            </th>
            <th scope="col">Earlier</th>
            <th scope="col">Later</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              Score
              {scoreChange !== null &&
                scoreChange !== '0' &&
                ` (${isPositive(scoreChange) ? '+' : ''}${scoreChange})`}
            </th>
            {[earlier, later].map(([check]) => (
              <td key={check.id}>
                {check.band !== null && (
                  <BandBadge band={check.band} score={check.score} reason={notFoundLabel(check)} />
                )}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">Sanctions at the time</th>
            {[earlier, later].map(([check]) => (
              <td key={check.id}>{sanctionsLabel(check.sanctions_then ?? check.sanctions)}</td>
            ))}
          </tr>
          <ChangeRows title="Direct hits" change={directHits} shareless="named" />
          <ChangeRows title="Categories" change={categories} />
          <ChangeRows title="Sources" change={sources} />
        </tbody>
      </table>
    </>
  );
}

type ChangeRowsProps = {
  title: string;
  change: ExposureChange;
  /** Shown without a share. */
  shareless?: string;
};

function ChangeRows({ title, change, shareless = 'not reported' }: ChangeRowsProps) {
  const { came, went, moved } = change;
  const percent = (share: Decimal | null) => (share === null ? shareless : `${share}%`);
  const rows = [
    ...came.map(({ name, share }) => ({ name, label: 'added', before: '—', after: percent(share) })),
    ...went.map(({ name, share }) => ({ name, label: 'removed', before: percent(share), after: '—' })),
    ...moved.map(({ name, before, after }) => ({
      name,
      label: 'changed',
      before: percent(before),
      after: percent(after),
    })),
  ];
  return (
    <>
      <tr>
        <th scope="rowgroup" colSpan={3} className={classes['group']}>
          {title}
          {rows.length === 0 && (
            <Text span c="dimmed" fw={400} inherit>
              : no changes
            </Text>
          )}
        </th>
      </tr>
      {rows.map(({ name, label, before, after }) => (
        <tr key={`${label} ${name}`}>
          <th scope="row" className={classes['said']}>
            {name}{' '}
            <Text span c="dimmed" fw={400} inherit>
              {label}
            </Text>
          </th>
          <td>{before}</td>
          <td>{after}</td>
        </tr>
      ))}
    </>
  );
}
