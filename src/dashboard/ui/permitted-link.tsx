import type { ComponentProps } from 'react';
import { Button, LinkButton } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

type Props = ComponentProps<typeof LinkButton> & {
  /** Whether the signed-in key may do it, and why it may not. */
  permission: { allowed: true } | { allowed: false; reason: string; isUnsupported?: true };
};

/**
 * A link-button to an action. Forbidden, it stays in its place, disabled, and says why when hovered or focused. There is
 * none for what the provider can't do.
 */
export function PermittedLink({ permission, ...props }: Props) {
  if (permission.allowed) return <LinkButton {...props} />;
  if (permission.isUnsupported === true) return null;
  const { variant, size, leftSection, className, children } = props;
  const look = { variant, size, leftSection, className };
  return (
    <Tooltip label={permission.reason}>
      {/* aria-disabled rather than disabled: the reason must be reachable with the keyboard. */}
      <Button
        {...Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined))}
        aria-disabled
      >
        {children}
      </Button>
    </Tooltip>
  );
}

type PermittedButtonProps = ComponentProps<typeof Button> & {
  /** Whether the signed-in user or key may do it, and why it may not. */
  permission: { allowed: true } | { allowed: false; reason: string };
};

/** A button for an action. Forbidden, it stays in its place, disabled, and says why when hovered or focused. */
export function PermittedButton({ permission, ...props }: PermittedButtonProps) {
  if (permission.allowed) return <Button {...props} />;
  const { onClick: _does, loading: _isBusy, type: _kind, ...look } = props;
  return (
    <Tooltip label={permission.reason}>
      {/* aria-disabled rather than disabled: the reason must be reachable with the keyboard. */}
      <Button {...look} aria-disabled />
    </Tooltip>
  );
}
