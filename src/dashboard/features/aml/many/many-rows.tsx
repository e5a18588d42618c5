import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { LONGEST_RECENT_DAYS, type RecentDays } from '#contract/gateway/aml-start.ts';
import { formatCount, formatInteger } from '#domain/format.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FilterInput, FilterSelect } from '#dashboard/ui/filter-controls.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { amlActivityQuery, checksLeftOf } from '#dashboard/entities/aml/aml-activity.queries.ts';
import { ChecksLeft } from '../start/checks-left.tsx';
import { whyNotCovered } from './cover.ts';
import { ExportMany } from './export-many.tsx';
import { ManyTable } from './many-table.tsx';
import classes from './many.module.css';
import type { PlannedRow } from './plan-many.ts';
import type { ReadyRow, useMany } from './use-many.ts';
import { usePayer } from './use-payer.ts';

type Props = {
  rows: readonly PlannedRow[];
  many: ReturnType<typeof useMany>;
  recentDays: RecentDays;
  /** Plans the rows again, with what must be skipped now. */
  onRecentDays: (recentDays: RecentDays) => void;
  onOther: () => void;
};

const checks = (count: number) => formatCount(count, 'check');

/** What the list would cost, then how far its checks are. */
export function ManyRows({ rows, many, recentDays, onRecentDays, onOther }: Props) {
  const { outcomes, doing } = many;
  const reasonId = useId();
  const { data: activity } = useQuery(amlActivityQuery);
  const [isBegun, setIsBegun] = useState(false);
  const [payer, setPayer] = useState('');
  const ready = rows.filter((row): row is ReadyRow => row.state === 'ready');
  const having = (...wanted: string[]) =>
    ready.filter(({ line }) => wanted.includes(outcomes.get(line)?.outcome ?? ''));
  const fresh = having('new');
  const again = having('failed', 'untried');
  const started = having('started');
  const known = having('recent', 'running');
  const skipped = rows.filter((row) => row.state !== 'ready');
  const left = activity?.checks_left?.count;
  const leftCount = checksLeftOf(activity?.checks_left);
  const isShort = leftCount !== undefined && leftCount < fresh.length;
  const price = activity?.price ?? null;
  const payerState = usePayer(payer.trim(), price?.currency ?? 'USDT');
  const reason = whyNotCovered({ wanted: fresh.length, left: leftCount, payer: payerState, price });
  const ids = ready.flatMap(({ line }) => {
    const outcome = outcomes.get(line);
    return outcome?.outcome === 'started' && outcome.check ? [outcome.check.id] : [];
  });
  const begin = (some: readonly ReadyRow[]) => {
    setIsBegun(true);
    void many.start(some, { recentDays, payer: payer.trim() });
  };

  return (
    <Stack maw={960} fz="sm">
      {doing === 'preview' && (
        <ProgressBar label="Looking for existing reports" value={outcomes.size} max={ready.length} />
      )}
      {doing === 'start' && (
        <ProgressBar label="Rows sent" value={started.length + known.length} max={ready.length} />
      )}
      <p role="status">
        {!isBegun && doing === undefined && (
          <>
            <strong>This costs {checks(fresh.length)}</strong>
            {`. ${formatRows(rows.length, known.length, skipped.length + having('refused').length, recentDays)}`}
          </>
        )}
        {isBegun && (
          <>
            <strong>{checks(started.length)} started</strong>
            {activity !== undefined &&
              (activity.running_count === 0
                ? '. All finished.'
                : `. ${checks(activity.running_count)} in this account still running. You can leave this page.`)}
          </>
        )}
      </p>
      {!isBegun && doing === undefined && <RecentChoice value={recentDays} onChoose={onRecentDays} />}
      {!isBegun && isShort && (
        <>
          <Alert tone="warning">
            {left === '0' ? 'No checks remaining' : `Only ${checks(Number(left))} remaining`}. One of your
            wallets can pay {left === '0' ? '' : 'for the rest '}in USDT.
          </Alert>
          <FilterInput
            className={classes['payer'] ?? ''}
            aria-label="Paying wallet"
            placeholder="Paying wallet, if no checks remain"
            autoComplete="off"
            spellCheck={false}
            value={payer}
            onChange={(event) => setPayer(event.currentTarget.value)}
          />
        </>
      )}
      {again.length > 0 && doing === undefined && (
        <Alert tone="negative" role="alert">
          {again.length} {again.length === 1 ? 'row was' : 'rows were'} not confirmed. Checks already started
          won’t be started again.
        </Alert>
      )}
      <Group gap="8px 16px">
        {!isBegun && fresh.length > 0 && doing === undefined && (
          <>
            <Button
              aria-disabled={reason !== undefined || undefined}
              aria-describedby={reason && reasonId}
              onClick={() => {
                if (reason === undefined) begin(fresh);
              }}
            >
              Start {checks(fresh.length)}
            </Button>
            {reason !== undefined && <span id={reasonId}>{reason}</span>}
          </>
        )}
        {again.length > 0 && doing === undefined && (
          <Button
            variant="default"
            onClick={() => (isBegun ? begin(again) : void many.preview(ready, recentDays))}
          >
            Try again
          </Button>
        )}
        {isBegun && (doing === 'start' || (activity?.running_count ?? 0) > 0) && (
          <Button variant="default" loading={doing === 'stop'} onClick={() => void many.stop(ids)}>
            Stop remaining checks
          </Button>
        )}
        {isBegun && doing === undefined && <ExportMany rows={rows} outcomes={outcomes} />}
        {doing === undefined && (
          <Button variant="default" onClick={onOther}>
            Start over
          </Button>
        )}
        <ChecksLeft />
      </Group>
      {started.length > 0 && (
        <ManyTable
          title={`Started: ${formatInteger(started.length)}`}
          rows={started}
          outcomes={outcomes}
          showsResult
        />
      )}
      {skipped.length > 0 && <ManyTable title={`Skipped: ${formatInteger(skipped.length)}`} rows={skipped} />}
      {known.length > 0 && (
        <ManyTable
          title={`${recentDays === 'ever' ? 'Checked' : 'Recent'} or running: ${formatInteger(known.length)}`}
          rows={known}
          outcomes={outcomes}
        />
      )}
      {having('refused').length > 0 && (
        <ManyTable title="Refused" rows={having('refused')} outcomes={outcomes} />
      )}
      {again.length > 0 && <ManyTable title="Not confirmed" rows={again} outcomes={outcomes} />}
      {fresh.length > 0 && <ManyTable title={`New: ${formatInteger(fresh.length)}`} rows={fresh} />}
    </Stack>
  );
}

/** `Of 10 rows, 1 was checked before or is running, and 2 will be skipped.` */
function formatRows(all: number, known: number, skipped: number, recentDays: RecentDays): string {
  const isOne = known === 1;
  const checked =
    recentDays === 'ever'
      ? `${isOne ? 'was' : 'were'} checked before`
      : `${isOne ? 'has' : 'have'} a recent report`;
  const rows = `Of ${formatCount(all, 'row')}`;
  return `${rows}, ${formatInteger(known)} ${checked} or ${isOne ? 'is' : 'are'} running, and ${formatInteger(skipped)} will be skipped.`;
}

type RecentChoiceProps = {
  value: RecentDays;
  onChoose: (recentDays: RecentDays) => void;
};

const choices: readonly RecentDays[] = ['ever', LONGEST_RECENT_DAYS, 90, 30, 7, 1, 0];

/** Which of the subjects are checked: unscreened ones, all, or those whose last report is of some age. */
function RecentChoice({ value, onChoose }: RecentChoiceProps) {
  const known = choices.includes(value) ? choices : [value, ...choices];
  return (
    <Group component="span" display="inline-flex" gap="sm">
      Check
      <FilterSelect
        aria-label="Which subjects to check"
        value={String(value)}
        data={known.map((choice) => ({ value: String(choice), label: label(choice) }))}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onChoose(chosen === 'ever' ? 'ever' : Number(chosen));
        }}
      />
    </Group>
  );
}

function label(days: RecentDays): string {
  if (days === 'ever') return 'only unscreened subjects';
  if (days === 0) return 'all subjects';
  return days === 1
    ? 'subjects without a report from the last day'
    : `subjects without a report from the last ${days} days`;
}
