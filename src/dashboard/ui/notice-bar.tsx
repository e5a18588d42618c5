import { Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** A warning above the page, for as long as it applies. */
export function NoticeBar({ children }: { children: ReactNode }) {
  return (
    <Group
      component="span"
      wrap="nowrap"
      gap="sm"
      py="sm"
      px="var(--page-inset)"
      bg="var(--warning-soft)"
      c="var(--warning)"
      fz="sm"
      fw={500}
    >
      <IconAlertTriangle size={16} aria-hidden style={{ flex: 'none' }} />
      {children}
    </Group>
  );
}
