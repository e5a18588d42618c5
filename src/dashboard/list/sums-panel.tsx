import { Box, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatInteger } from '#domain/format.ts';
import type { SumLine } from '#domain/list-sums.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { exportLists, type ExportListName } from './export/export-lists.ts';
import { type CopiedRow, copyRows } from './copy-rows.ts';
import tables from '#dashboard/ui/table.module.css';
import { sumsOf, sumsProgress } from './sums.queries.ts';
import { SumsRows } from './sums-rows.tsx';

type Props = { list: ExportListName; query: Readonly<Record<string, string | number | undefined>> };

/** The sums of all rows that match, exact, by what they are of and by status. */
export function SumsPanel({ list, query }: Props) {
  const asked = Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const { data, error, refetch } = useQuery(sumsOf(list, asked));
  const { data: progress } = useQuery(sumsProgress(list, asked));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) {
    const label = progress
      ? `Adding up ${formatInteger(progress.read)}${progress.expected === null ? '' : ` of ${formatInteger(progress.expected)}`} rows`
      : 'Adding up rows…';
    return (
      <Stack gap="sm" w={280} maw="100%">
        <span>{label}</span>
        <ProgressBar label={label} value={progress?.read} max={progress?.expected ?? undefined} />
      </Stack>
    );
  }
  return (
    <Box maw="min(960px, calc(100vw - 48px))">
      <Text w={0} miw="100%" mb="sm" c="dimmed" inherit>
        {exportLists[list].title}: {formatCount(data.read, 'row')}
        {data.problems.length === 0 && ' (all matching)'}. {data.note}
      </Text>
      {[...data.notes, ...data.problems].map((problem) => (
        <Text
          mb="sm"
          py="xs"
          px={10}
          bdrs={6}
          bg="var(--warning-soft)"
          c="var(--warning)"
          inherit
          key={problem}
        >
          {problem}
        </Text>
      ))}
      {data.lines.length > 0 && (
        <table className={tables['table']}>
          <SumsRows list={list} lines={data.lines} />
        </table>
      )}
      {data.lines.length > 0 && (
        <Box mt="md">
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => void copyRows(data.lines.map(copiedLine), 'csv')}
          >
            Copy as CSV
          </Button>
        </Box>
      )}
    </Box>
  );
}

function copiedLine({ group, rows, sums }: SumLine): CopiedRow {
  return Object.fromEntries([...Object.entries(group), ['rows', String(rows)], ...Object.entries(sums)]);
}
