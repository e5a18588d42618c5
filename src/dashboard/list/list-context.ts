import { useOutletContext } from 'react-router';

/** What a drawer or dialog over a list is told by it. */
export type ListContext = {
  /** Reads the list again and shows it as it is then, though rows come, go or move. */
  refresh: () => Promise<void>;
};

export function useListContext(): ListContext {
  return useOutletContext<ListContext>();
}
