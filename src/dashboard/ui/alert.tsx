import { Alert as KitAlert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = {
  tone: 'positive' | 'warning' | 'negative';
  /** For an alert that appears later: `status` waits until the screen reader is done, `alert` interrupts it. */
  role?: 'status' | 'alert';
  children: ReactNode;
};

/** A message that stands out by its icon as well as its color. */
export function Alert({ tone, role, children }: Props) {
  const Icon = tone === 'positive' ? IconCircleCheck : IconAlertTriangle;
  return (
    <KitAlert color={tone} icon={<Icon size={16} aria-hidden />} role={role ?? 'note'}>
      {children}
    </KitAlert>
  );
}
