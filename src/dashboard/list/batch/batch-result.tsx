import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { BatchOutcome, BatchState } from '#dashboard/api/batch.ts';

type Props = {
  /** Undefined for an item that wasn't tried yet. */
  outcome: BatchOutcome | undefined;
  labels: Record<'running' | 'done' | 'failed', string>;
};

/** The outcome of one item of a batch. */
export function BatchResult({ outcome, labels }: Props) {
  const state = outcome?.state ?? 'waiting';
  const { tone, icon: Icon } = looks[state];
  return (
    <>
      <Group
        component="span"
        display="inline-flex"
        wrap="nowrap"
        gap={4}
        fw={500}
        c={tone === undefined ? 'dimmed' : `var(--${tone})`}
      >
        {Icon && <Icon size={14} aria-hidden />}
        {{ ...commonLabels, ...labels }[state]}
      </Group>
      {outcome && 'reason' in outcome && (
        <Text c="dimmed" size="sm">
          {outcome.reason}
        </Text>
      )}
    </>
  );
}

const commonLabels = { waiting: 'Waiting', unknown: 'Outcome unknown', untried: 'Not tried' };

type Look = { tone?: 'positive' | 'negative' | 'warning'; icon?: typeof IconCheck };

const looks: Record<BatchState | 'waiting', Look> = {
  waiting: {},
  running: {},
  done: { tone: 'positive', icon: IconCheck },
  failed: { tone: 'negative', icon: IconAlertTriangle },
  unknown: { tone: 'warning', icon: IconAlertTriangle },
  untried: {},
};
