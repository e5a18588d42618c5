import { notifyFailure, notifySuccess } from '../../ui/notify.ts';

/** Copies the whole address of a view, to be sent to a colleague, and says so. False when the browser refuses. */
export async function copyLink(pathname: string, search: string): Promise<boolean> {
  const address = new URL(search === '' ? pathname : `${pathname}?${search}`, window.location.origin);
  try {
    await navigator.clipboard.writeText(address.href);
    notifySuccess('The link is copied.');
    return true;
  } catch (error) {
    notifyFailure('The link could not be copied', error instanceof Error ? error : new Error(String(error)));
    return false;
  }
}
