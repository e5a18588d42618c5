import classes from './skeleton-lines.module.css';

/** The shape of facts that are on their way. */
export function SkeletonLines({ label }: { label: string }) {
  return (
    <output className={classes['lines']} aria-label={label}>
      <span />
      <span />
      <span />
      <span />
      <span />
      <span />
    </output>
  );
}
