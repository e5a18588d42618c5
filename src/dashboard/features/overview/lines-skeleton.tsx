import classes from './overview.module.css';

/** Lines in the shape that they will have. */
export function LinesSkeleton({ label, lines }: { label: string; lines: number }) {
  return (
    <output aria-label={label} className={classes['skeleton']}>
      {Array.from({ length: lines }, (_, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- shapes without content have no other name
        <span key={line}>
          <span className={classes['line']}>
            <span className={classes['shape']} />
            <span className={classes['shape']} data-long />
          </span>
        </span>
      ))}
    </output>
  );
}
