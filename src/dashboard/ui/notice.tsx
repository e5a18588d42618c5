import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

type Props = {
  tone: 'positive' | 'warning' | 'negative';
  /** Where it appears by itself: whether it may wait until one has listened to the end. */
  role?: 'status' | 'alert';
  children: ReactNode;
};

/** Words that stand out from those around them, by an icon as well as by their colour. */
export function Notice({ tone, role, children }: Props) {
  const Icon = tone === 'positive' ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className={classes['notice']} data-tone={tone} role={role}>
      <Icon size={16} aria-hidden />
      <div className={classes['words']}>{children}</div>
    </div>
  );
}
