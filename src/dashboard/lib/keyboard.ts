/** A dialog that lets no key through to what is behind it: the kit's, or the browser's own. */
export const modalDialog = ':is([aria-modal="true"], dialog:modal)';

/** Whether typing at the target writes or chooses something there. */
export function isTypingTarget(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented' | 'target'
>;

/**
 * Whether a key without modifiers may be a shortcut: it goes to no field, nothing has handled it, and it isn’t a
 * character while letters are switched off.
 */
export function isShortcut(event: Pressed, areLettersOn: boolean): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || isTypingTarget(event.target)) return false;
  return areLettersOn || event.key.length > 1;
}
