import { createContext, use, useEffect } from 'react';
import { useMatches } from 'react-router';

/** What a page's route provides to the page. */
export type PageHandle = { title: string };

/** The title of the page at the current address, as `app/pages.ts` has it. */
export function usePageTitle(): string {
  const handle = useMatches().findLast((match) => isPageHandle(match.handle))?.handle;
  if (!isPageHandle(handle)) throw new Error('Only a page of pages.ts has a title.');
  return handle.title;
}

/** What the titles of tabs end with: with several accounts, the name of the page's. */
export const TitleEnd = createContext('Wallet Console');

/** Names the browser's tab. */
export function useDocumentTitle(title: string): void {
  const end = use(TitleEnd);
  useEffect(() => {
    document.title = `${title} · ${end}`;
  }, [title, end]);
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}
