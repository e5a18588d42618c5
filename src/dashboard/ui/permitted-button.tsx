import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

type Props = ComponentProps<typeof Button> & {
  /** Whether the signed-in user or key may do it, and why it may not. */
  permission: { allowed: true } | { allowed: false; reason: string };
};

/** A button for an action. Forbidden, it stays in its place, disabled, and says why when hovered or focused. */
export function PermittedButton({ permission, ...props }: Props) {
  if (permission.allowed) return <Button {...props} />;
  const { onClick: _does, loading: _isBusy, type: _kind, ...look } = props;
  return (
    <Tooltip label={permission.reason}>
      {/* aria-disabled rather than disabled: the reason must be reachable with the keyboard. */}
      <Button {...look} aria-disabled />
    </Tooltip>
  );
}
