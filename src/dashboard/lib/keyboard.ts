/** Those that are not letters stay when single-letter shortcuts are off (WCAG 2.1.4). */
export function isCharacterKey(key: string): boolean {
  return key.length === 1;
}

/** Whether typing at the target writes or chooses something there. */
export function isTypingTarget(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
