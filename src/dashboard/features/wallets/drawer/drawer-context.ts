import { useOutletContext } from 'react-router';

/** What a dialog about one wallet is told by the page that it opens on. */
export type DrawerContext = {
  /** Where closing leads: to the drawer when that was open before, else to the list. */
  closeTo: string;
};

export function useDrawerContext(): DrawerContext {
  return useOutletContext<DrawerContext>();
}
