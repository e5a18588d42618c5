import { IconCalendar } from '@tabler/icons-react';
import { lazy } from 'react';
import type { Instant } from '#domain/time.ts';
import { PopoverButton } from '../popover-button.tsx';

const AsOfPanel = lazy(async () => ({ default: (await import('./as-of-panel.tsx')).AsOfPanel }));

type Props = {
  /** The past moment that the page is of; undefined for now. */
  at?: Instant | undefined;
};

/** Chooses the moment that the page is of: now, or a past one. */
export function AsOfControl({ at }: Props) {
  return (
    <PopoverButton
      leftSection={<IconCalendar size={16} aria-hidden />}
      text={at === undefined ? 'As of now' : 'Change date'}
      panelLabel="As of"
    >
      <AsOfPanel at={at} />
    </PopoverButton>
  );
}
