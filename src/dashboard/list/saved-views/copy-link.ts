import { copyText } from '#dashboard/ui/copy-text.ts';

/** Copies the whole address of a view, to be sent to a colleague, and says so. False when the browser refuses. */
export function copyLink(pathname: string, search: string): Promise<boolean> {
  const address = new URL(search === '' ? pathname : `${pathname}?${search}`, window.location.origin);
  return copyText(address.href, 'The link is copied.');
}
