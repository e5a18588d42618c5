import type { ComponentProps } from 'react';
import type { PermissionAnswer } from '../features/session/use-permission.ts';
import { Button, LinkButton } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

type Props = ComponentProps<typeof LinkButton> & { permission: PermissionAnswer };

/** A link-button to an action. Forbidden, it stays in its place, disabled, and says why when hovered or focused. */
export function PermittedLink({ permission, ...props }: Props) {
  if (permission.allowed) return <LinkButton {...props} />;
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
