import {
  ActionIcon,
  type ActionIconProps,
  Button as MantineButton,
  type ButtonProps as MantineButtonProps,
} from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

/** How a button looks, whether it is a button or a link. */
type Look = Pick<
  MantineButtonProps,
  'fullWidth' | 'justify' | 'leftSection' | 'rightSection' | 'className' | 'children' | 'disabled'
> & {
  /** `filled` for the one main action, `default` for the others, `subtle` where a border would be noise. */
  variant?: 'filled' | 'default' | 'subtle';
  size?: 'compact-sm' | 'sm' | 'md';
  /** For actions that can't be undone. */
  color?: 'danger';
};

type NativeButton = Omit<ComponentPropsWithRef<'button'>, keyof MantineButtonProps>;

type ButtonProps = Look &
  NativeButton & {
    /** Keeps its size and the focus, and does nothing, while what it started runs. */
    loading?: boolean;
  };

export function Button({ loading = false, onClick, ...props }: ButtonProps) {
  return (
    <MantineButton
      {...looks(props)}
      {...(loading && { loading, renderRoot: busyRoot })}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    />
  );
}

/** It isn't disabled while busy, because that would drop the focus. */
function busyRoot(root: ComponentPropsWithRef<'button'>) {
  // oxlint-disable-next-line react/button-has-type -- among the properties
  return <button {...root} disabled={false} aria-busy />;
}

/** A link that looks like a button. */
export function LinkButton(props: Look & Omit<LinkProps, keyof MantineButtonProps>) {
  return <MantineButton component={Link} {...looks(props)} />;
}

/** A button that can't be used but says why stays focusable, so it has `aria-disabled`. */
function looks<P extends Look & { 'aria-disabled'?: NativeButton['aria-disabled'] }>(props: P) {
  const { variant = 'filled', color, leftSection, children } = props;
  return {
    ...props,
    // An icon alone is centered.
    ...(isEmpty(children) && { leftSection: null, children: leftSection }),
    variant,
    ...(variant === 'subtle' && color === undefined && { color: 'gray' }),
    'data-disabled': props['aria-disabled'] === true,
  };
}

function isEmpty(content: ReactNode): boolean {
  return content === undefined || content === null || content === false || content === '';
}

type IconButtonProps = Omit<ActionIconProps, 'size'> &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> & {
    'aria-label': string;
    /** `sm` within a field, `lg` and `xl` where fingers are. */
    size?: 'sm' | 'md' | 'lg' | 'xl';
  };

/** A button that is an icon alone: its name is its `aria-label`. */
export function IconButton(props: IconButtonProps) {
  return <ActionIcon {...props} data-disabled={props['aria-disabled'] === true} />;
}
