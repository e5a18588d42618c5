import { type FocusEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
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

type BubbleProps = {
  target: HTMLElement;
  /** For a control that is described by the bubble itself: without it, nobody hears of it. */
  id?: string;
  children: ReactNode;
};

/** The words of `useBubble`, in the browser's top layer. */
export function Bubble({ target, id, children }: BubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = bubble.current;
    if (element === null) return undefined;
    element.showPopover();
    const place = () => placeBubble(element, target);
    place();
    // With its target, whatever scrolls.
    window.addEventListener('scroll', place, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', place, { capture: true });
  }, [target]);
  return (
    <span
      ref={bubble}
      id={id}
      role={id && 'tooltip'}
      aria-hidden={id === undefined || undefined}
      popover="manual"
      className={classes['bubble']}
    >
      {children}
    </span>
  );
}

const gap = 6;

/** Above the target if there is room, else below, and always within the window. */
function placeBubble(bubble: HTMLElement, target: HTMLElement): void {
  const { width, height } = bubble.getBoundingClientRect();
  const around = target.getBoundingClientRect();
  const above = around.top - height - gap;
  const left = around.left + around.width / 2 - width / 2;
  bubble.style.top = `${above >= gap ? above : around.bottom + gap}px`;
  bubble.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`;
}
