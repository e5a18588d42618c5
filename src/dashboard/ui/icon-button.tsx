import type { ComponentPropsWithRef } from 'react';
import classes from './icon-button.module.css';

type Props = ComponentPropsWithRef<'button'> & {
  'aria-label': string;
  /** `sm` within a field, `lg` where fingers are. */
  size?: 'sm' | 'md' | 'lg';
};

/** A button that is an icon alone: its name is its `aria-label`. */
export function IconButton({ size = 'md', className = '', ...button }: Props) {
  return (
    <button type="button" {...button} className={`${classes['button']} ${className}`} data-size={size} />
  );
}
