import type { ReadList } from '#contract/read-answer.ts';
import { ignoredMessages, isUnfiltered } from '#dashboard/lib/unproved.ts';
import { Alert } from '../alert.tsx';

type Props = { list: Pick<ReadList<unknown>, 'ignored' | 'refused'> };

/** Says above the rows that they are not those that were asked for. */
export function IgnoredNotice({ list }: Props) {
  return (
    <Alert tone="warning" role="status">
      {ignoredMessages(list).join(' ')}
      {isUnfiltered(list) && ' The rows below aren’t filtered, so the number of matches is unknown.'}
    </Alert>
  );
}
