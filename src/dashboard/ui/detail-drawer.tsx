import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './detail-drawer.module.css';
import { frameProps } from './frame-props.ts';

type Props = {
  title: ReactNode;
  onClose: () => void;
  /** False while a dialog covers it. */
  isOnTop?: boolean;
  children: ReactNode;
};

/** Shows everything about one row, next to its list. Pulls in Mantine, so use it from lazy code only. */
export function DetailDrawer({ title, onClose, isOnTop = true, children }: Props) {
  return (
    <Drawer
      {...frameProps(classes)}
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
