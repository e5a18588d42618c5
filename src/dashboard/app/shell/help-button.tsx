import { IconHelp } from '@tabler/icons-react';
import { lazy } from 'react';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import classes from './navigation.module.css';

const HelpPanel = lazy(async () => ({ default: (await import('./help-panel.tsx')).HelpPanel }));

type Props = {
  onShortcuts: () => void;
  /** Called as the reader leaves for a page. */
  onLeave?: (() => void) | undefined;
};

/** Opens the few ways to help, from the end of the navigation. */
export function HelpButton(props: Props) {
  return (
    <PopoverButton
      variant="subtle"
      justify="start"
      className={`${classes['page']} ${classes['help']}`}
      leftSection={<IconHelp size={18} stroke={1.75} aria-hidden />}
      panelLabel="Help"
      text="Help"
    >
      <HelpPanel {...props} />
    </PopoverButton>
  );
}
