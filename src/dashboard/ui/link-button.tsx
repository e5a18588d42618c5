import { Button, type ButtonProps } from '@mantine/core';
import { Link, type LinkProps } from 'react-router';

type Props = ButtonProps &
  Pick<LinkProps, 'to' | 'replace' | 'state' | 'preventScrollReset'> & { children: LinkProps['children'] };

/** A link that looks like a button. */
export function LinkButton({ to, ...props }: Props) {
  return <Button component={Link} to={to} {...props} />;
}
