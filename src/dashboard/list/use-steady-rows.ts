import { useState } from 'react';
import type { ReadRow } from '#contract/read-answer.ts';

type Page<T> = { rows: ReadRow<T>[] };

/**
 * Keeps rows where they are: what is read again changes them in place, but rows that would come, go or change
 * their order wait until somebody accepts it, so that nothing moves under a pointer.
 */
export function useSteadyRows<T, P extends Page<T>>(
  { data, isPlaceholderData }: { data: P | undefined; isPlaceholderData: boolean },
  /** Another one is another page, which replaces whatever is shown. */
  pageKey: string,
  rowId: (row: ReadRow<T>) => string | undefined,
  /** Otherwise rows are shown as they are read. */
  isSteady: boolean,
) {
  const [shown, setShown] = useState<{ pageKey: string; data: P } | undefined>();
  const ids = (page: P) => page.rows.map(rowId).join('\n');
  const isRead = data !== undefined && !isPlaceholderData;
  const isOther = shown?.pageKey !== pageKey;
  const hasMoved = isSteady && isRead && !isOther && shown.data !== data && ids(shown.data) !== ids(data);
  if (isRead && !hasMoved && (isOther || shown.data !== data)) setShown({ pageKey, data });
  return {
    data: hasMoved ? shown.data : data,
    /** The page whose rows these are: while another one is on its way, still the one before it. */
    pageKey: isRead ? pageKey : shown?.pageKey,
    /** Whether what was read last has other rows, or in another order, than what is shown. */
    hasMoved,
    accept: () => setShown(undefined),
  };
}
