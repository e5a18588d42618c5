import classes from './wallet-drawer.module.css';

/** A wallet's shape while it is read. */
export function DrawerSkeleton() {
  return (
    <output className={classes['skeleton']} aria-label="Loading the wallet">
      <span className={classes['skeletonActions']} />
      <span className={classes['address']}>
        <span className={classes['skeletonCode']} />
        <span className={classes['skeletonLines']}>
          <span />
          <span />
        </span>
      </span>
      <span className={classes['skeletonLines']}>
        <span />
        <span />
        <span />
        <span />
      </span>
    </output>
  );
}
