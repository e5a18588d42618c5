import { useQuery } from '@tanstack/react-query';
import { countOf, groupDigits } from '#dashboard/lib/digits.ts';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { balanceQueries } from '../balances.queries.ts';
import classes from './check.module.css';

export function CheckProgress() {
  const { data: progress } = useQuery(balanceQueries.checkProgress());
  const isReading = progress !== undefined && progress !== null;
  const words = isReading
    ? progress.count === null
      ? `Read ${countOf(progress.read, 'wallet')}`
      : `Read ${groupDigits(progress.read)} of ${countOf(progress.count, 'wallet')}`
    : 'Reading the balances';
  return (
    <div className={classes['progress']}>
      <span className={classes['bar']}>
        <ProgressBar label="Reading the wallets" value={progress?.read} max={progress?.count ?? undefined} />
      </span>
      <output>{words}</output>
    </div>
  );
}
