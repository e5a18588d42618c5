import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';
import { useFrameProps } from './use-frame-props.ts';
import { useCloseDialog } from './use-close-dialog.ts';

type Props = {
  title: string;
  /** Where closing leads; the list's query string stays. Relative to the route, `..` by default. */
  closeTo?: string;
  children: ReactNode;
  size?: 'sm' | 'md' | 'lg';
};

/** A dialog that is a page: it has an address, and closing it leads back to what is behind it. */
export function RouteDialog({ title, closeTo = '..', children, size = 'md' }: Props) {
  const close = useCloseDialog(closeTo);
  return (
    <Modal {...useFrameProps(classes)} onClose={() => close()} title={title} size={size}>
      {children}
    </Modal>
  );
}
