import { type ComponentProps, type ReactNode, Suspense, useId, useState } from 'react';
import { Button } from './button.tsx';
import classes from './popover-button.module.css';

type Props = Omit<ComponentProps<typeof Button>, 'popoverTarget' | 'children'> & {
  /** What the button shows next to its icon. */
  text?: ReactNode;
  /** Names the panel for those who cannot see it. */
  panelLabel: string;
  /** The panel's content: may be lazy, since it is drawn only once it is opened. */
  children: ReactNode;
};

/** A button that opens a panel below it, in the browser's top layer. Escape or a click elsewhere closes it. */
export function PopoverButton({ text, panelLabel, children, ...button }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" {...button} popoverTarget={id} aria-expanded={isOpen}>
        {text}
      </Button>
      <dialog
        id={id}
        popover="auto"
        aria-label={panelLabel}
        className={classes['panel']}
        onBeforeToggle={(event) => {
          if (event.newState === 'open') place(event.currentTarget, id);
        }}
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        {isOpen && <Suspense fallback={<div className={classes['waiting']} />}>{children}</Suspense>}
      </dialog>
    </>
  );
}

const gap = 4;
const margin = 8;
const narrowWindow = 480;

/** Below or above its button, towards the sides that have more room; on a phone as wide as the window. */
function place(panel: HTMLElement, id: string): void {
  const button = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`);
  if (button === null) return;
  const { top, bottom, right, left } = button.getBoundingClientRect();
  const isNarrow = window.innerWidth <= narrowWindow;
  const isLeft = left + right < window.innerWidth;
  const isBelow = top + bottom < window.innerHeight;
  const fromLeft = isNarrow ? margin : Math.max(margin, left);
  const fromRight = isNarrow ? margin : Math.max(margin, window.innerWidth - right);
  panel.style.top = isBelow ? `${bottom + gap}px` : 'auto';
  panel.style.bottom = isBelow ? 'auto' : `${window.innerHeight - top + gap}px`;
  panel.style.left = isNarrow || isLeft ? `${fromLeft}px` : 'auto';
  panel.style.right = isNarrow || !isLeft ? `${fromRight}px` : 'auto';
  panel.style.width = isNarrow ? 'auto' : '';
  panel.style.maxHeight = `${(isBelow ? window.innerHeight - bottom : top) - gap - margin}px`;
}
