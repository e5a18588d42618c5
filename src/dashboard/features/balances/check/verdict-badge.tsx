import {
  IconAlertTriangle,
  IconArrowBarToUp,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconFileUnknown,
} from '@tabler/icons-react';
import { groupDigits } from '#dashboard/lib/digits.ts';
import classes from './check.module.css';
import type { Verdict } from './wallet-check.ts';

const verdicts = {
  proved: { word: 'Proved', counted: 'proved', tone: 'positive', icon: IconCircleCheck },
  bounded: {
    word: 'Upper bound only',
    counted: 'upper bound only',
    tone: 'neutral',
    icon: IconArrowBarToUp,
  },
  difference: { word: 'Differs', counted: 'different', tone: 'negative', icon: IconAlertTriangle },
  changed: { word: 'Changed', counted: 'changed', tone: 'warning', icon: IconClock },
  incomplete: { word: 'Incomplete', counted: 'incomplete', tone: 'warning', icon: IconFileUnknown },
  unchecked: { word: 'Not checked', counted: 'not checked', tone: 'neutral', icon: IconCircleDashed },
} as const satisfies Record<Verdict, { word: string; counted: string; tone: string; icon: unknown }>;

type Props = {
  verdict: Verdict;
  /** How many balances have it: `11 proved`. Left out, the badge is about one. */
  count?: number;
};

export function VerdictBadge({ verdict, count }: Props) {
  const { word, counted, tone, icon: Icon } = verdicts[verdict];
  return (
    <span className={classes['verdict']} data-tone={count === 0 ? 'neutral' : tone}>
      <Icon size={15} aria-hidden />
      {count === undefined ? word : `${groupDigits(count)} ${counted}`}
    </span>
  );
}
