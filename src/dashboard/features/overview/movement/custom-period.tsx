import { lazy } from 'react';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import type { CustomPeriod, MovementPeriod } from './movement-address.ts';
import classes from './movement.module.css';

const CustomPeriodPanel = lazy(async () => ({
  default: (await import('./custom-period-panel.tsx')).CustomPeriodPanel,
}));

type Props = { period: MovementPeriod; onChange: (period: CustomPeriod) => void };

/** Opens the fields for a custom period. */
export function CustomPeriodButton({ period, onChange }: Props) {
  const isCurrent = typeof period !== 'string';
  return (
    <PopoverButton
      variant="subtle"
      className={classes['choice']}
      data-current={isCurrent || undefined}
      text="Custom"
      aria-label={isCurrent ? `Custom range: ${period.from} to ${period.to}` : 'Custom range'}
      panelLabel="Custom range"
    >
      <CustomPeriodPanel period={period} onChange={onChange} />
    </PopoverButton>
  );
}
