import { Box } from '@mantine/core';
import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import classes from './tooltip.module.css';

type TriggerProps = { 'aria-describedby'?: string };

type Props = {
  label: ReactNode;
  /** An element that can be hovered and focused. */
  children: ReactElement<TriggerProps>;
  disabled?: boolean;
};

/**
 * Words about a control, shown while it is hovered or focused and read out with it. In the browser's top layer,
 * so that no scrolling container cuts it off. Escape hides it (WCAG 1.4.13).
 */
export function Tooltip({ label, children, disabled = false }: Props) {
  const id = useId();
  const { target, handlers } = useTooltip();
  if (disabled) return children;
  return (
    // This only handles events that bubble up from the control within.
    <Box component="span" display="inline-flex" maw="100%" {...handlers}>
      {cloneElement(children, { 'aria-describedby': id })}
      {target ? (
        <FloatingTooltip target={target} id={id}>
          {label}
        </FloatingTooltip>
      ) : (
        <span id={id} hidden>
          {label}
        </span>
      )}
    </Box>
  );
}

/**
 * A tooltip for hundreds of cells: it is made only while its control is hovered or focused. Spread `handlers` on the
 * control, render `<FloatingTooltip>` beside it while `target` is set, and say the same in the control's
 * `aria-description`, for screen readers. For an element that isn't a control itself, `followControl` is a ref that
 * shows the tooltip while the link or button around it is focused.
 */
export function useTooltip() {
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

type FloatingTooltipProps = {
  target: HTMLElement;
  /** For a control that the tooltip describes: without it, screen readers don't announce it. */
  id?: string;
  children: ReactNode;
};

/** The tooltip of `useTooltip`, in the browser's top layer. */
export function FloatingTooltip({ target, id, children }: FloatingTooltipProps) {
  const tooltip = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = tooltip.current;
    if (element === null) return undefined;
    element.showPopover();
    const place = () => placeNear(element, target);
    place();
    // It moves with its target on any scroll.
    window.addEventListener('scroll', place, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', place, { capture: true });
  }, [target]);
  return (
    <span
      ref={tooltip}
      id={id}
      role={id && 'tooltip'}
      aria-hidden={id === undefined || undefined}
      popover="manual"
      className={classes['tooltip']}
    >
      {children}
    </span>
  );
}

const gap = 6;

/** Above the target if there is room, else below, and always within the window. */
function placeNear(tooltip: HTMLElement, target: HTMLElement): void {
  const { width, height } = tooltip.getBoundingClientRect();
  const around = target.getBoundingClientRect();
  const above = around.top - height - gap;
  const left = around.left + around.width / 2 - width / 2;
  tooltip.style.top = `${above >= gap ? above : around.bottom + gap}px`;
  tooltip.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`;
}
