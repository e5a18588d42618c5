import { cloneElement, type ReactElement, type ReactNode, useId, useRef } from 'react';
import { placeBubble } from './place-bubble.ts';
import classes from './tooltip.module.css';

type TriggerProps = { 'aria-describedby'?: string };

type Props = {
  label: ReactNode;
  /** One element that can be hovered and focused. */
  children: ReactElement<TriggerProps>;
  disabled?: boolean;
};

/**
 * Words about a control, shown while it is hovered or focused and read out with it. In the browser's top layer,
 * so that no scrolling container cuts it off. Escape hides it (WCAG 1.4.13).
 */
export function Tooltip({ label, children, disabled = false }: Props) {
  const id = useId();
  const bubble = useRef<HTMLSpanElement>(null);
  if (disabled) return children;

  const show = (event: { currentTarget: HTMLElement }) => {
    const element = bubble.current;
    if (element === null || element.matches(':popover-open')) return;
    element.showPopover();
    placeBubble(element, event.currentTarget.getBoundingClientRect());
  };
  const hide = () => bubble.current?.hidePopover();

  return (
    // Only listens to what bubbles up from the control within.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      className={classes['target']}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span ref={bubble} id={id} role="tooltip" popover="manual" className={classes['bubble']}>
        {label}
      </span>
    </span>
  );
}
