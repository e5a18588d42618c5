import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconLoader } from '@tabler/icons-react';
import type { Reconciliation } from '#contract/gateway/reconciliations.ts';
import { Badge } from '#dashboard/ui/status-badge.tsx';
import { formatList } from '#domain/format.ts';
import { disagreements, isAllResolved } from './reconciliation-labels.ts';

/** How a reconciliation stands, by icon, words and color, and what doesn’t agree. */
export function Standing({ reconciliation }: { reconciliation: Reconciliation }) {
  const { state, summary, failure } = reconciliation;
  const found = summary === null ? [] : disagreements(summary);
  const detail = state === 'failed' ? failure : formatList(found);
  return (
    <>
      <StandingBadge reconciliation={reconciliation} hasDifferences={found.length > 0} />
      {detail !== '' && (
        <Text c="dimmed" size="xs">
          {detail}
        </Text>
      )}
    </>
  );
}

type BadgeProps = { reconciliation: Reconciliation; hasDifferences: boolean };

function StandingBadge({ reconciliation, hasDifferences }: BadgeProps) {
  const { state, summary } = reconciliation;
  if (state === 'failed') {
    return (
      <Badge tone="negative" icon={IconAlertTriangle}>
        Failed
      </Badge>
    );
  }
  if (summary === null) {
    return (
      <Badge tone="warning" icon={IconLoader}>
        In progress
      </Badge>
    );
  }
  if (!hasDifferences) {
    return (
      <Badge tone="positive" icon={IconCircleCheck}>
        Agrees
      </Badge>
    );
  }
  return isAllResolved(reconciliation) ? (
    <Badge tone="positive" icon={IconCircleCheck}>
      Resolved
    </Badge>
  ) : (
    <Badge tone="warning" icon={IconAlertTriangle}>
      Differs
    </Badge>
  );
}
