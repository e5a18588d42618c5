import { useQuery } from '@tanstack/react-query';
import { groupDigits } from '../../../lib/digits.ts';
import { countOf } from '../balance-words.ts';
import { balanceQueries } from '../balances.queries.ts';
import classes from './check.module.css';

export function CheckProgress() {
  const { data: progress } = useQuery(balanceQueries.checkProgress());
  const isReading = progress !== undefined && progress !== null;
  const words = isReading
    ? `Read ${groupDigits(progress.read)} of ${countOf(progress.count, 'wallet')}`
    : 'Reading the balances';
  return (
    <div className={classes['progress']}>
      <progress
        aria-label="Reading the wallets"
        max={isReading ? Math.max(1, progress.count) : undefined}
        value={isReading ? progress.read : undefined}
      />
      <output>{words}</output>
    </div>
  );
}
