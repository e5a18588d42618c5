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

/** Known statuses. Any other is shown unchanged, in neutral. */
const known = new Map<string, { label: string; tone: Tone; icon: typeof IconBan }>([
  ['active', { label: 'Active', tone: 'positive', icon: IconCircleCheck }],
  ['inactive', { label: 'Inactive', tone: 'neutral', icon: IconPlayerPause }],
  ['in_progress', { label: 'In progress', tone: 'warning', icon: IconLoader }],
  ['new', { label: 'New', tone: 'neutral', icon: IconCircleDashed }],
  ['processing', { label: 'Processing', tone: 'warning', icon: IconLoader }],
  ['pending', { label: 'Pending', tone: 'warning', icon: IconLoader }],
  ['confirmed', { label: 'Confirmed', tone: 'positive', icon: IconCircleCheck }],
  ['completed', { label: 'Completed', tone: 'positive', icon: IconCircleCheck }],
  ['waiting', { label: 'Waiting', tone: 'warning', icon: IconLoader }],
  ['ready', { label: 'Ready', tone: 'positive', icon: IconCircleCheck }],
  ['delivered', { label: 'Delivered', tone: 'positive', icon: IconCircleCheck }],
  ['error', { label: 'Failed', tone: 'negative', icon: IconAlertTriangle }],
  ['failed', { label: 'Failed', tone: 'negative', icon: IconAlertTriangle }],
  ['rejected', { label: 'Rejected', tone: 'negative', icon: IconBan }],
  ['blocked', { label: 'Blocked', tone: 'negative', icon: IconBan }],
]);

/** A status by icon, word and color together. */
export function StatusBadge({ status }: { status: string | undefined }) {
  const unknown =
    status === undefined
      ? { label: 'Unreadable', icon: IconAlertCircle }
      : { label: status, icon: IconCircleDashed };
  const { label, tone, icon: Icon } = known.get(status ?? '') ?? { ...unknown, tone: 'neutral' };
  return (
    <Badge tone={tone} icon={Icon}>
      {label}
    </Badge>
  );
}

type BadgeProps = { tone: Tone; icon: typeof IconBan; children: ReactNode };

/** The look of anything that is shown by icon, word and color together. */
export function Badge({ tone, icon: Icon, children }: BadgeProps) {
  return (
    <span className={classes['badge']} data-tone={tone}>
      <Icon size={14} aria-hidden />
      <span className={classes['label']}>{children}</span>
    </span>
  );
}
