import classes from './wallet-changes.module.css';

export function DialogSkeleton() {
  return (
    <output className={classes['skeleton']} aria-label="Loading the wallet">
      <span />
      <span />
      <span />
    </output>
  );
}
