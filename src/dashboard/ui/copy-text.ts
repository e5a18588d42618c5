import { notifyFailure, notifySuccess } from './notify.tsx';

/**
 * Puts a text into the clipboard. `said` is what to say then, where nothing else shows it. False when the browser
 * refuses, which it has then said.
 */
export async function copyText(text: string, said?: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    notifyFailure('Not copied', new Error('Your browser doesn’t allow this page to use the clipboard.'));
    return false;
  }
  if (said !== undefined) notifySuccess(said);
  return true;
}
