import { useState } from 'react';
import { copyText } from './copy-text.ts';

/** Copies a text on request, and says for a moment that it was copied. */
export function useCopy(text: string) {
  const [isCopied, setIsCopied] = useState(false);

  const copy = async () => {
    if (!(await copyText(text))) return;
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 1_500);
  };
  return { isCopied, copy: () => void copy() };
}
