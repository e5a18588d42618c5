import { Group, Skeleton, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './overview.module.css';

type Props = {
  title: string;
  /** Shown next to the title. */
  controls?: ReactNode;
  /** As wide as the page, whatever the window. */
  wide?: boolean;
  children: ReactNode;
};

/** A panel of the overview. Each loads, and fails, on its own. */
export function OverviewPanel({ title, controls, wide = false, children }: Props) {
  const id = useId();
  return (
    <Stack
      component="section"
      gap={0}
      miw={0}
      bd="1px solid var(--line)"
      bdrs={10}
      aria-labelledby={id}
      className={classes['panel']}
      data-wide={wide || undefined}
    >
      <Group component="header" gap="8px 16px" justify="space-between" mih={36} mb={4}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {controls}
      </Group>
      {children}
    </Stack>
  );
}

/** Lines in the shape that they will have. */
export function LinesSkeleton({ label, lines }: { label: string; lines: number }) {
  return (
    <Stack component="output" gap={0} aria-label={label} className={classes['lines']}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line}>
          <Group justify="space-between" className={classes['line']}>
            <Skeleton w={44} h={10} />
            <Skeleton w={168} h={10} />
          </Group>
        </div>
      ))}
    </Stack>
  );
}
