import { useOutletContext } from 'react-router';
import type { HistoryContext } from '#dashboard/list/history-context.ts';

/** What a dialog about one request is told by the page that it opens on. */
export type WithdrawalContext = HistoryContext & {
  /** Where closing leads: to the drawer when that was open before, else to the list. */
  closeTo: string;
};

export function useWithdrawalContext(): WithdrawalContext {
  return useOutletContext<WithdrawalContext>();
}
