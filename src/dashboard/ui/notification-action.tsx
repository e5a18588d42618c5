import { useShortcuts } from '#dashboard/lib/use-shortcuts.ts';
import { Button } from './button.tsx';

/** What a notification offers to do, by a button and by a key while it is shown. */
export type ToastAction = { label: string; shortcut: string; run: () => void };

type Props = ToastAction & { onDone: () => void };

/** A notification's button. Its key works while the notification is shown. */
export function NotificationAction({ label, shortcut, run, onDone }: Props) {
  const act = () => {
    onDone();
    run();
  };
  useShortcuts(true, (key) => {
    if (key !== shortcut) return false;
    act();
    return true;
  });
  return (
    <Button variant="default" size="compact-sm" aria-keyshortcuts={shortcut} onClick={act}>
      {label}
      <kbd>{shortcut.toUpperCase()}</kbd>
    </Button>
  );
}
