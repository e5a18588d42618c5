import classes from './progress-bar.module.css';

type Props = {
  label: string;
  /** Of `max`; undefined while nobody knows how much there is. */
  value: number | undefined;
  max: number | undefined;
};

/** How far something is that takes a while. */
export function ProgressBar({ label, value, max = 1 }: Props) {
  return <progress className={classes['bar']} aria-label={label} value={value} max={Math.max(1, max)} />;
}
