import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import classes from './modal.module.css';

type Props = Omit<ComponentProps<'dialog'>, 'ref'> & {
  className: string | undefined;
  /** Closes it from within. */
  ref?: RefObject<HTMLDialogElement | null>;
};

/** A dialog without an address, in the browser's top layer: it is open as long as it is drawn. */
export function Modal({ className, ref, ...dialog }: Props) {
  const own = useRef<HTMLDialogElement>(null);
  const element = ref ?? own;
  useEffect(() => {
    element.current?.showModal();
    element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [element]);
  return <dialog {...dialog} ref={element} className={`${classes['modal']} ${className}`} />;
}
