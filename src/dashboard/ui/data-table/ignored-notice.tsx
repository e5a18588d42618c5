import { Text } from '@mantine/core';
import type { ReadList } from '#contract/read-answer.ts';
import { Alert } from '../alert.tsx';
import { Time } from '../time.tsx';

type Props = {
  wholeList: ReadList<unknown>['wholeList'];
  /** In sentences. */
  notices: readonly string[];
};

/** Says above the rows what the provider didn't do, and whether the console did it. */
export function IgnoredNotice({ wholeList, notices }: Props) {
  if (notices.length === 0) return null;
  const text = notices.join(' ');
  if (wholeList === undefined) {
    return (
      <Alert tone="warning" role="status">
        {text}
      </Alert>
    );
  }
  return (
    <Text size="sm" c="dimmed" role="status">
      {text} Data as of <Time value={wholeList.read_at} />.
    </Text>
  );
}
