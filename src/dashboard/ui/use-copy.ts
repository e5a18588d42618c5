import { useState } from 'react';
import { notifyFailure } from './notify.ts';

/** Copies a text on request, and says for a moment that it was copied. */
export function useCopy(text: string) {
  const [isCopied, setIsCopied] = useState(false);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      notifyFailure(
        'Not copied',
        new Error('The browser does not allow this page to write to the clipboard.'),
      );
      return;
    }
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 1_500);
  };
  return { isCopied, copy: () => void copy() };
}
