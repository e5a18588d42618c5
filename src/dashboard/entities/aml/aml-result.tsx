import { useQuery } from '@tanstack/react-query';
import { IconLoader, IconShieldOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { parseTimestamp } from '#domain/time.ts';
import { formatAge } from '#dashboard/lib/format.ts';
import { formOf } from '#dashboard/lib/explorers.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { amlCheckPath, checkSubjectPath } from './aml-paths.ts';
import { BandBadge, decisionLabel, SanctionsTag } from './aml-badge.tsx';
import { amlResult, canBeChecked, reasonOf } from './aml-results.queries.ts';
import classes from './aml-result.module.css';

type Props = {
  value: string | undefined;
  network: string | undefined;
  /** Offers the way to a check. */
  offersCheck?: boolean;
  /** The text without a result; by default, that there was no check. */
  otherwise?: ReactNode;
};

/** The last known result of an address or a transaction with its age, or that it was never checked. */
export function AmlResult({ value, network, offersCheck = false, otherwise }: Props) {
  const mayRead = usePermission('transactions:read').allowed;
  const mayCheck = usePermission('aml:check', { needs: 'requestAmlReport' }).allowed;
  const isAskable =
    value !== undefined && network !== undefined && formOf(value) === 'whole' && canBeChecked(network);
  const { data, error } = useQuery({
    ...amlResult(network ?? '', value ?? ''),
    refetchInterval: ({ state }) => state.data?.is_running === true && 3_000,
    enabled: mayRead && isAskable,
  });
  if (!isAskable || !mayRead || error !== null) return null;
  // Keeps its room, so that nothing moves when it comes.
  if (data === undefined) return <span className={classes['result']} />;
  const { last, sanctions } = data;
  const ended = parseTimestamp(last?.ended_at ?? '')?.instant;
  return (
    <span className={classes['result']}>
      {last === null && otherwise !== undefined && !data.is_running ? (
        otherwise
      ) : last === null ? (
        <span className={classes['never']}>
          <IconShieldOff size={14} aria-hidden />
          {data.is_running ? 'not screened before' : 'not screened'}
        </span>
      ) : (
        <Link className={classes['report']} to={amlCheckPath(last.id)}>
          <span className="unseen">AML: </span>
          <BandBadge band={last.band} score={last.score} />
          <span className={classes['age']}>
            {reasonOf(last, network) !== undefined && `${reasonOf(last, network)}, `}
            {ended !== undefined && formatAge(ended, serverNow())}
            {last.decision !== null && `, ${decisionLabel(last.decision, last.is_decision_carried_over)}`}
          </span>
        </Link>
      )}
      {sanctions !== null && (last !== null || sanctions.state === 'named') && (
        <SanctionsTag sanctions={sanctions} />
      )}
      {data.is_running && (
        <span className={classes['never']}>
          <IconLoader size={14} aria-hidden />
          being checked
        </span>
      )}
      {offersCheck && mayCheck && !data.is_running && (
        <Link to={checkSubjectPath(value, network)}>{last === null ? 'Check AML' : 'Check again'}</Link>
      )}
    </span>
  );
}
