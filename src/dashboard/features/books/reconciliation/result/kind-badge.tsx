import { IconArrowsDiff, IconCircleCheck, IconFileOff, IconFilePlus } from '@tabler/icons-react';
import type { ResultKind } from '#domain/reconciliation/lines.ts';
import { Badge } from '#dashboard/ui/status-badge.tsx';
import { kindLabels } from '../reconciliation-labels.ts';

const looks = {
  matched: { tone: 'positive', icon: IconCircleCheck },
  missing_here: { tone: 'negative', icon: IconFilePlus },
  missing_there: { tone: 'negative', icon: IconFileOff },
  different: { tone: 'warning', icon: IconArrowsDiff },
} as const;

/** What became of a line, by icon, words and color. */
export function KindBadge({ kind }: { kind: ResultKind }) {
  return <Badge {...looks[kind]}>{kindLabels[kind]}</Badge>;
}
