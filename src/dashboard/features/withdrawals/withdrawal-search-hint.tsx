import { useQueryClient } from '@tanstack/react-query';
import { isOwnService } from '#dashboard/session/session.queries.ts';

/** Says where a part of a reference finds nothing. */
export function WithdrawalSearchHint({ text }: { text: string }) {
  const queryClient = useQueryClient();
  return text === '' || isOwnService(queryClient)
    ? ''
    : 'Enter the whole reference or withdrawal ID. This provider can’t search for a part of it.';
}
