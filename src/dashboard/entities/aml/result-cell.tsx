import { IconBan, IconLoader } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Instant, parseTimestamp, toDate } from '#domain/time.ts';
import { sanctionsLabel } from '#domain/aml/sanctions.ts';
import { formatAge, formatDuration } from '#dashboard/lib/format.ts';
import { formOf } from '#dashboard/lib/explorers.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { amlLabels, decisionLabel, looks } from './aml-badge.tsx';
import { amlCheckPath, checkSubjectPath } from './aml-paths.ts';
import { canBeChecked, type KnownResult, reasonOf, type RowSubject } from './aml-results.queries.ts';
import classes from './result-cell.module.css';

type Props = RowSubject & {
  /** Undefined until it is known. */
  result: KnownResult | undefined;
};

/** The last known result of an address, in its shortest form. Nothing if it isn't an address. */
export function ResultCell({ value, network, result }: Props) {
  if (value === undefined || formOf(value) !== 'whole') return null;
  if (!canBeChecked(network)) {
    return (
      <span className={classes['none']} title="AML reports don’t cover this network">
        <span aria-hidden>n/a</span>
        <span className="unseen">Not covered</span>
      </span>
    );
  }
  if (result === undefined) return null;
  const { last, sanctions, is_running: isRunning } = result;
  if (last === null && sanctions?.state === 'named') {
    return (
      <Link className={classes['result']} data-tone="severe" to={checkSubjectPath(value, network)}>
        <IconBan size={14} aria-hidden />
        {sanctionsLabel(sanctions)}
      </Link>
    );
  }
  if (last === null) {
    return isRunning ? (
      <span className={classes['none']} title="Not screened before">
        <IconLoader size={14} aria-hidden />
        checking
      </span>
    ) : (
      <span className={classes['none']} title="Not screened">
        <span aria-hidden>–</span>
        <span className="unseen">Not screened</span>
      </span>
    );
  }
  const { band, score, decision } = last;
  const reason = reasonOf(last, network);
  const ended = parseTimestamp(last.ended_at)?.instant;
  const [tone, Icon] = looks[band];
  const title = [
    `${amlLabels[band]} risk${last.is_not_found && reason !== undefined ? `: ${reason}` : ''}`,
    ...(last.is_not_found || reason === undefined ? [] : [`main driver ${reason}`]),
    score === null ? 'no score' : `score ${score}`,
    ...(sanctions === null ? [] : [sanctionsLabel(sanctions)]),
    ...(ended === undefined ? [] : [`checked ${formatAge(ended, serverNow())}`]),
    ...(decision === null ? [] : [decisionLabel(decision, last.is_decision_carried_over)]),
    ...(isRunning ? ['being checked again'] : []),
  ].join(', ');
  return (
    <Link className={classes['result']} data-tone={tone} to={amlCheckPath(last.id)} title={title}>
      <Icon size={14} aria-hidden />
      <span className="unseen">{title}</span>
      <span className={classes['score']} aria-hidden>
        {score ?? '?'}
      </span>
      <span className={classes['age']} aria-hidden>
        {isRunning ? <IconLoader size={12} /> : ended !== undefined && shortAge(ended, serverNow())}
      </span>
    </Link>
  );
}

const short: Partial<Record<string, string>> = { years: 'y', months: 'mo', days: 'd' };

/** `3 d`, `12 mo`, `47 h`; `now` within the last minute. */
function shortAge(instant: Instant, now: number): string {
  const age = now - toDate(instant).getTime();
  if (age < 60_000) return 'now';
  const [count = '', unit = ''] = formatDuration(age).split(' ');
  return `${count} ${short[unit] ?? unit}`;
}
