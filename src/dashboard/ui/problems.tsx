import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './problems.module.css';

type Props = { /** "this wallet" */ what: string; problems: readonly string[] };

/** What of a row could not be read. The rest is shown as it came. */
export function Problems({ what, problems }: Props) {
  if (problems.length === 0) return null;
  return (
    <p className={classes['problems']}>
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        The service did not send {what} as documented: {problems.join('; ')}.
      </span>
    </p>
  );
}
