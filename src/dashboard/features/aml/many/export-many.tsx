import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { type CsvColumn, csvHeader, csvRow, textColumns } from '#domain/csv.ts';
import { sanctionsLabel } from '#domain/aml/sanctions.ts';
import { PermittedButton } from '#dashboard/ui/permitted-link.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { notifyFailure } from '#dashboard/ui/notify.tsx';
import { decisionLabel } from '#dashboard/entities/aml/aml-badge.tsx';
import { saveExport } from '#dashboard/list/export/save-export.ts';
import { amlResult, type KnownResult } from '#dashboard/entities/aml/aml-results.queries.ts';
import { outcomeLabel } from './outcome-labels.ts';
import type { PlannedRow } from './plan-many.ts';
import type { RowOutcome } from './use-many.ts';

type Props = { rows: readonly PlannedRow[]; outcomes: ReadonlyMap<number, RowOutcome> };

const columns: readonly CsvColumn[] = [
  ...textColumns(['line', 'written', 'network', 'value', 'outcome', 'check_id']),
  { name: 'score', kind: 'amount' },
  ...textColumns(['band', 'sanctions', 'ended_at', 'decision']),
];

/** Saves every row of the list with what became of it, and the last known result. */
export function ExportMany({ rows, outcomes }: Props) {
  const mayExport = usePermission('exports:create');
  const queryClient = useQueryClient();
  const writing = useMutation({
    mutationFn: async () => {
      const lines = await Promise.all(
        rows.map(async (row) => {
          const subject = row.state === 'ready' ? row.subject : undefined;
          const result = subject && (await queryClient.fetchQuery(amlResult(subject.network, subject.value)));
          return lineOf(row, outcomes.get(row.line), result);
        }),
      );
      await saveExport({
        name: 'aml-checks.csv',
        blob: new Blob([csvHeader(columns), ...lines], { type: 'text/csv' }),
        list: 'aml-batch',
        filters: {},
        rows: lines.length,
      });
    },
  });
  return (
    <PermittedButton
      permission={mayExport}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={writing.isPending}
      onClick={() =>
        writing.mutate(undefined, {
          onError: (error) => notifyFailure('The results couldn’t be exported', error),
        })
      }
    >
      Export as CSV
    </PermittedButton>
  );
}

function lineOf(row: PlannedRow, outcome: RowOutcome | undefined, result: KnownResult | undefined): string {
  const subject = row.state === 'ready' ? row.subject : undefined;
  const last = result?.last;
  return csvRow(columns, [
    String(row.line),
    row.text,
    subject?.network ?? '',
    subject?.value ?? '',
    outcomeLabel(row, outcome),
    last?.id ?? '',
    last?.score ?? '',
    last?.band ?? '',
    result?.sanctions ? sanctionsLabel(result.sanctions) : '',
    last?.ended_at ?? '',
    last?.decision ? decisionLabel(last.decision, last.is_decision_carried_over) : '',
  ]);
}
