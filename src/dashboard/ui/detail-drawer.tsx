import { Drawer } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './detail-drawer.module.css';
import { useFrameProps } from './use-frame-props.ts';

type Props = {
  title: ReactNode;
  onClose: () => void;
  /** False while a dialog covers it. */
  isOnTop?: boolean;
  children: ReactNode;
};

/** Shows everything about one row, next to its list. Pulls in Mantine, so use it from lazy code only. */
export function DetailDrawer({ title, onClose, isOnTop = true, children }: Props) {
  useFocusReturn(isOnTop);
  return (
    <Drawer
      {...useFrameProps(classes)}
      data-details
      onClose={onClose}
      position="right"
      size={500}
      title={title}
      closeOnEscape={isOnTop}
      trapFocus={isOnTop}
      overlayProps={{ backgroundOpacity: 0.25 }}
    >
      {children}
    </Drawer>
  );
}

/** Gives the focus back to what opened the dialog: the drawer's trap would begin with the close button again. */
function useFocusReturn(isOnTop: boolean) {
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (!isOnTop) {
      opener.current = document.activeElement;
      return undefined;
    }
    // The trap waits as long to move the focus, and has begun to before.
    const timer = setTimeout(() => {
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
      opener.current = null;
    });
    return () => clearTimeout(timer);
  }, [isOnTop]);
}
