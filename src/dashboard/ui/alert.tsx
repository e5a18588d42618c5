import { Alert as KitAlert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = {
  tone: 'positive' | 'warning' | 'negative';
  /** Where it appears by itself: whether it may wait until one has listened to the end. */
  role?: 'status' | 'alert';
  children: ReactNode;
};

/** Words that stand out from those around them, by an icon as well as by their color. */
export function Alert({ tone, role, children }: Props) {
  const Icon = tone === 'positive' ? IconCircleCheck : IconAlertTriangle;
  return (
    <KitAlert color={tone} icon={<Icon size={16} aria-hidden />} role={role ?? 'note'}>
      {children}
    </KitAlert>
  );
}
