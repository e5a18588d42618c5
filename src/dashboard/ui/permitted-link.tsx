import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import type { PermissionAnswer } from '../features/session/use-permission.ts';
import { Tooltip } from './tooltip.tsx';

type Props = ButtonProps & { to: To; permission: PermissionAnswer; children: ReactNode };

/** A link-button to an action. Forbidden, it stays in its place, disabled, and says why when hovered or focused. */
export function PermittedLink({ to, permission, children, ...props }: Props) {
  if (permission.allowed) {
    return (
      <Button component={Link} to={to} {...props}>
        {children}
      </Button>
    );
  }
  return (
    <Tooltip label={permission.reason}>
      {/* aria-disabled rather than disabled: the reason must be reachable with the keyboard. */}
      <Button {...props} aria-disabled data-disabled onClick={(event) => event.preventDefault()}>
        {children}
      </Button>
    </Tooltip>
  );
}
