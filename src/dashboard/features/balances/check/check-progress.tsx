import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countOf, groupDigits } from '#dashboard/lib/digits.ts';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { balanceQueries } from '../balances.queries.ts';

export function CheckProgress() {
  const { data: progress } = useQuery(balanceQueries.checkProgress());
  const isReading = progress !== undefined && progress !== null;
  const words = isReading
    ? progress.count === null
      ? `Read ${countOf(progress.read, 'wallet')}`
      : `Read ${groupDigits(progress.read)} of ${countOf(progress.count, 'wallet')}`
    : 'Reading the balances';
  return (
    <Group wrap="nowrap" fz="sm">
      <Text span flex="none" w={220} lh={0} inherit>
        <ProgressBar label="Reading the wallets" value={progress?.read} max={progress?.count ?? undefined} />
      </Text>
      <output>{words}</output>
    </Group>
  );
}
