import type { KeyboardEvent } from 'react';

/** Closes the panel that contains the element: the focus returns to the button that opened it. */
export function closePanel(element: Element | null): void {
  element?.closest<HTMLElement>('[popover]')?.hidePopover();
}

/** Down and Up go round the controls within that the selector finds. */
export function stepFocus(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const current = stops.findIndex((stop) => stop === document.activeElement);
  event.preventDefault();
  stops[(current + step + stops.length) % stops.length]?.focus();
}

/**
 * A ref for the element that gets the focus as soon as it is mounted, because a panel doesn't move the focus. At module
 * scope, so that it runs once.
 */
export function focusAtFirst(element: HTMLElement | null): void {
  element?.focus();
}
