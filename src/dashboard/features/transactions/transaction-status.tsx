import { IconClockExclamation } from '@tabler/icons-react';
import type { ReadRow } from '#contract/read-answer.ts';
import type { Transaction } from '#contract/wallet-service/transactions.ts';
import { readTimestamp, toDate } from '#domain/time.ts';
import { durationWords } from '../../lib/age-words.ts';
import { networkName } from '../../lib/network-words.ts';
import { serverNow } from '../../lib/server-time.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import classes from './transactions.module.css';
import { useUsualTimes } from './usual-times.tsx';

/** The status, and whether it lasts longer than it should. */
export function TransactionStatus({ row: { value } }: { row: ReadRow<Transaction> }) {
  return (
    <>
      <StatusBadge status={value.status} />
      {value.status === 'in_progress' && <Late {...value} />}
    </>
  );
}

/** Marks what is under way for longer than its network takes as a rule. */
function Late({ network = '', created_at: createdAt = '' }: Partial<Transaction>) {
  const usual = useUsualTimes().get(network);
  const begun = readTimestamp(createdAt)?.instant;
  if (usual === undefined || begun === undefined) return null;
  const age = serverNow() - toDate(begun).getTime();
  if (age <= usual.ms) return null;
  const most = `${Math.round(usual.share * 100)} of 100`;
  return (
    <Tooltip
      label={`Under way for ${durationWords(age)}. Of this account’s last ${usual.samples} withdrawals on ${networkName(network)}, ${most} were completed within ${durationWords(usual.ms)}.`}
    >
      <button type="button" className={classes['late']}>
        <IconClockExclamation size={14} aria-hidden />
        Late
      </button>
    </Tooltip>
  );
}
