import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconFileUnknown,
} from '@tabler/icons-react';
import classes from './check.module.css';
import type { Verdict } from './wallet-check.ts';

const verdicts = {
  match: { word: 'Equal', tone: 'positive', icon: IconCircleCheck },
  within: { word: 'Within', tone: 'positive', icon: IconCircleCheck },
  difference: { word: 'Differs', tone: 'negative', icon: IconAlertTriangle },
  changed: { word: 'Changed', tone: 'warning', icon: IconClock },
  incomplete: { word: 'Incomplete', tone: 'warning', icon: IconFileUnknown },
  unchecked: { word: 'Not checked', tone: 'neutral', icon: IconCircleDashed },
} as const satisfies Record<Verdict, { word: string; tone: string; icon: unknown }>;

export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const { word, tone, icon: Icon } = verdicts[verdict];
  return (
    <span className={classes['verdict']} data-tone={tone}>
      <Icon size={15} aria-hidden />
      {word}
    </span>
  );
}
