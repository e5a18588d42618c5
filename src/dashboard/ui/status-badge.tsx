import {
  IconAlertCircle,
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconLoader,
  IconPlayerPause,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

type Tone = 'positive' | 'neutral' | 'warning' | 'negative' | 'severe';

/** Known words; any other is shown unchanged, in neutral. */
const known = new Map<string, { word: string; tone: Tone; icon: typeof IconBan }>([
  ['active', { word: 'Active', tone: 'positive', icon: IconCircleCheck }],
  ['inactive', { word: 'Inactive', tone: 'neutral', icon: IconPlayerPause }],
  ['in_progress', { word: 'In progress', tone: 'warning', icon: IconLoader }],
  ['new', { word: 'New', tone: 'neutral', icon: IconCircleDashed }],
  ['processing', { word: 'Processing', tone: 'warning', icon: IconLoader }],
  ['pending', { word: 'Pending', tone: 'warning', icon: IconLoader }],
  ['confirmed', { word: 'Confirmed', tone: 'positive', icon: IconCircleCheck }],
  ['completed', { word: 'Completed', tone: 'positive', icon: IconCircleCheck }],
  ['error', { word: 'Failed', tone: 'negative', icon: IconAlertTriangle }],
  ['failed', { word: 'Failed', tone: 'negative', icon: IconAlertTriangle }],
  ['rejected', { word: 'Rejected', tone: 'negative', icon: IconBan }],
  ['blocked', { word: 'Blocked', tone: 'negative', icon: IconBan }],
]);

/** A status by icon, word and color together. */
export function StatusBadge({ status }: { status: string | undefined }) {
  const unknown =
    status === undefined
      ? { word: 'Unreadable', icon: IconAlertCircle }
      : { word: status, icon: IconCircleDashed };
  const { word, tone, icon: Icon } = known.get(status ?? '') ?? { ...unknown, tone: 'neutral' };
  return (
    <Badge tone={tone} icon={Icon}>
      {word}
    </Badge>
  );
}

type BadgeProps = { tone: Tone; icon: typeof IconBan; children: ReactNode };

/** The look of anything that is shown by icon, word and color together. */
export function Badge({ tone, icon: Icon, children }: BadgeProps) {
  return (
    <span className={classes['badge']} data-tone={tone}>
      <Icon size={14} aria-hidden />
      <span className={classes['words']}>{children}</span>
    </span>
  );
}
