import type { ReadList } from '#contract/read-answer.ts';
import { ignoredMessages, isUnfiltered, otherRowsMessage } from '#dashboard/lib/unproved.ts';
import { Alert } from '../alert.tsx';

type Props = { list: Pick<ReadList<unknown>, 'ignored' | 'refused' | 'otherRows'> };

/** Warns above the rows that the filters were ignored, or that rows were left out. */
export function IgnoredNotice({ list }: Props) {
  const { ignored, otherRows } = list;
  if (ignored.length === 0 && otherRows === 0) return null;
  const messages = [...ignoredMessages(list), ...(otherRows === 0 ? [] : [otherRowsMessage(otherRows)])];
  return (
    <Alert tone="warning" role="status">
      {messages.join(' ')}
      {isUnfiltered(list) && ' The rows below aren’t filtered, so the number of matches is unknown.'}
    </Alert>
  );
}
