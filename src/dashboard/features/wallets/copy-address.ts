import { notifyFailure, notifySuccess } from '../../ui/notify.ts';

/** Copies a wallet's whole address, and says so: the key that asks for it shows nothing by itself. */
export async function copyAddress(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    notifySuccess(`Copied ${address}`);
  } catch {
    notifyFailure('Not copied', new Error('The browser does not allow this page to write to the clipboard.'));
  }
}
