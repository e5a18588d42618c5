import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './wallet-drawer.module.css';

/** What of a wallet could not be read. The rest is shown as it came. */
export function Problems({ problems }: { problems: string[] }) {
  if (problems.length === 0) return null;
  return (
    <p className={classes['problems']}>
      <IconAlertTriangle size={16} aria-hidden />
      <span>The service did not send this wallet as documented: {problems.join('; ')}.</span>
    </p>
  );
}
