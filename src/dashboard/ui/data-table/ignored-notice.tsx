import { Text } from '@mantine/core';
import type { ReadList } from '#contract/read-answer.ts';
import {
  ignoredMessages,
  isUnfiltered,
  otherRowsMessage,
  unavailableReason,
  wholeListMessages,
} from '#dashboard/lib/unproved.ts';
import { Alert } from '../alert.tsx';
import { Time } from '../time.tsx';

type Props = {
  list: Pick<
    ReadList<unknown>,
    'ignored' | 'refused' | 'otherRows' | 'unproved' | 'wholeList' | 'unavailable'
  >;
  operationId: string;
};

/** Says above the rows what the provider didn't do, and whether the console did it. */
export function IgnoredNotice({ list, operationId }: Props) {
  const { ignored, otherRows, wholeList, unavailable } = list;
  if (wholeList !== undefined) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {wholeListMessages(wholeList, operationId).join(' ')} Data as of <Time value={wholeList.read_at} />.
      </Text>
    );
  }
  if (ignored.length === 0 && otherRows === 0) return null;
  const messages = [
    ...ignoredMessages(list),
    ...(unavailable === undefined || ignored.length === 0 ? [] : [unavailableReason(unavailable)]),
    ...(otherRows === 0 ? [] : [otherRowsMessage(otherRows)]),
  ];
  return (
    <Alert tone="warning" role="status">
      {messages.join(' ')}
      {isUnfiltered(list) && ' So no rows are shown, and the number of matches is unknown.'}
    </Alert>
  );
}
