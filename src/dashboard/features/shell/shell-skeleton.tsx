import classes from './shell-skeleton.module.css';

/** Holds the shell's place while the session is read, so that nothing jumps; shown only when that takes a while. */
export function ShellSkeleton() {
  return (
    <div className={classes['skeleton']} aria-busy>
      <div className={classes['sidebar']} />
    </div>
  );
}
