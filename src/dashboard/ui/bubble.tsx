import { type FocusEvent, type PointerEvent, type ReactNode } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import { placeBubble } from './place-bubble.ts';
import classes from './tooltip.module.css';

/**
 * A tooltip for what stands in hundreds of cells: it is made only while its control is hovered or focused. Spread
 * `handlers` on the control, draw `<Bubble>` beside it while `target` is there, and say the same in the control's
 * `aria-description`, for those who do not see it. For what is no control itself, `followControl` is a ref that shows
 * the bubble while the link or button around it is focused.
 */
export function useBubble() {
  const [target, setTarget] = useState<HTMLElement>();
  const show = (event: PointerEvent<HTMLElement> | FocusEvent<HTMLElement>) => setTarget(event.currentTarget);
  const hide = () => setTarget(undefined);
  const onKeyDown = ({ key }: { key: string }) => {
    if (key === 'Escape') hide();
  };
  const followControl = (element: HTMLElement | null) => {
    const control = element?.closest<HTMLElement>('a, button');
    if (!element || !control) return undefined;
    const showHere = () => setTarget(element);
    control.addEventListener('focus', showHere);
    control.addEventListener('blur', hide);
    control.addEventListener('keydown', onKeyDown);
    return () => {
      control.removeEventListener('focus', showHere);
      control.removeEventListener('blur', hide);
      control.removeEventListener('keydown', onKeyDown);
    };
  };
  return {
    target,
    handlers: { onPointerEnter: show, onPointerLeave: hide, onFocus: show, onBlur: hide, onKeyDown },
    followControl,
  };
}

/** The words of `useBubble`, in the browser's top layer. */
export function Bubble({ target, children }: { target: HTMLElement; children: ReactNode }) {
  const bubble = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = bubble.current;
    if (element === null) return undefined;
    element.showPopover();
    const place = () => placeBubble(element, target.getBoundingClientRect());
    place();
    // With its target, whatever scrolls.
    window.addEventListener('scroll', place, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', place, { capture: true });
  }, [target]);
  return (
    <span ref={bubble} aria-hidden popover="manual" className={classes['bubble']}>
      {children}
    </span>
  );
}
