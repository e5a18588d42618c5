import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { pageAccountName } from './page-account.ts';

/** What a page's route provides to the page. */
export type PageHandle = { title: string };

/** The title of the page at the current address, as `app/pages.ts` has it. */
export function usePageTitle(): string {
  const handle = useMatches().findLast((match) => isPageHandle(match.handle))?.handle;
  if (!isPageHandle(handle)) throw new Error('Only a page of pages.ts has a title.');
  return handle.title;
}

/** Names the browser's tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${pageAccountName() ?? 'Wallet Console'}`;
  }, [title]);
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}
