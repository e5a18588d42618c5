import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import classes from './button.module.css';

/** How a button looks, whether it is a button or a link. */
type Look = {
  /** `filled` for the one main action of a place, `default` beside it, `subtle` where a frame would be noise. */
  variant?: 'filled' | 'default' | 'subtle';
  size?: 'compact-sm' | 'sm' | 'md';
  /** For what cannot be undone. */
  color?: 'danger';
  fullWidth?: boolean;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  className?: string;
  children?: ReactNode;
};

type ButtonProps = Look &
  Omit<ComponentPropsWithRef<'button'>, keyof Look> & {
    /** Keeps its size and the focus, and does nothing, while what it started runs. */
    loading?: boolean;
  };

export function Button({ loading = false, type = 'button', onClick, ...props }: ButtonProps) {
  return (
    <button
      {...looks(props)}
      // oxlint-disable-next-line react/button-has-type -- it has: `button`, unless told
      type={type}
      aria-busy={loading || undefined}
      // Not disabled while it is busy: that would drop the focus.
      onClick={loading ? (event) => event.preventDefault() : onClick}
    />
  );
}

/** A link that looks like a button. */
export function LinkButton(props: Look & Omit<LinkProps, keyof Look>) {
  const { to, ...rest } = props;
  return <Link to={to} {...looks(rest)} />;
}

/** Turns what is said about the look into attributes that the style sheet knows. */
function looks<P extends Look>(props: P) {
  const {
    variant = 'filled',
    size = 'sm',
    color,
    fullWidth,
    leftSection,
    rightSection,
    className,
    children,
    ...others
  } = props;
  return {
    ...others,
    className: className === undefined ? classes['button'] : `${classes['button']} ${className}`,
    'data-variant': variant,
    'data-size': size,
    'data-color': color,
    'data-full-width': fullWidth,
    children: (
      <span className={classes['content']}>
        {leftSection}
        {children}
        {rightSection}
      </span>
    ),
  };
}
