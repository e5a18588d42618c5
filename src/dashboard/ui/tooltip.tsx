import { Box } from '@mantine/core';
import { cloneElement, type ReactElement, type ReactNode, useId } from 'react';
import { Bubble, useBubble } from './bubble.tsx';

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
  const { target, handlers } = useBubble();
  if (disabled) return children;
  return (
    // Only listens to what bubbles up from the control within.
    <Box component="span" display="inline-flex" maw="100%" {...handlers}>
      {cloneElement(children, { 'aria-describedby': id })}
      {target ? (
        <Bubble target={target} id={id}>
          {label}
        </Bubble>
      ) : (
        <span id={id} hidden>
          {label}
        </span>
      )}
    </Box>
  );
}
