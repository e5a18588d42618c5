import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';

type Props = {
  label: string;
  /** The progress out of `max`; undefined while the total is unknown. */
  value: number | undefined;
  max: number | undefined;
};

/** How far something is that takes a while. */
export function ProgressBar({ label, value, max = 1 }: Props) {
  const isKnown = value !== undefined;
  const percent = isKnown ? Math.min(100, Math.round((value / Math.max(1, max)) * 100)) : 100;
  return (
    <Progress.Root size={6} bg="var(--neutral-soft)">
      <Progress.Section
        value={percent}
        color="var(--accent)"
        animated={!isKnown}
        withAria={isKnown}
        role="progressbar"
        aria-label={label}
      />
    </Progress.Root>
  );
}
