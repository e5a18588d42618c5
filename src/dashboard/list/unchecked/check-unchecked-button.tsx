import { IconShieldSearch } from '@tabler/icons-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Button } from '#dashboard/ui/button.tsx';
import { notifyFailure } from '#dashboard/ui/notify.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import type { CollectProps } from './collect-dialog.tsx';

type Props = Omit<CollectProps, 'fetchPage'> & {
  /** Reads the list as it is shown now; undefined while that is not known. */
  fetchPage: CollectProps['fetchPage'] | undefined;
};

type DialogProps = CollectProps & { onClose: () => void };

/**
 * Starts a batch screening of all unscreened addresses in the list, for keys that can start checks. Loads its code on
 * demand.
 */
export function CheckUncheckedButton({ fetchPage, ...list }: Props) {
  const mayCheck = usePermission('aml:check', { needs: 'requestAmlReport' }).allowed;
  const button = useRef<HTMLButtonElement>(null);
  const [isLoading, setIsLoading] = useState(false);
  const [open, setOpen] = useState<{ Dialog: ComponentType<DialogProps>; props: CollectProps }>();
  const isOpen = open !== undefined;
  useEffect(() => {
    if (!isOpen) return undefined;
    const from = button.current;
    // The focus moves once the dialog is gone: while it is open, nothing behind it can have the focus.
    return () => from?.focus();
  }, [isOpen]);
  if (!mayCheck) return null;

  const show = async () => {
    if (fetchPage === undefined) return;
    setIsLoading(true);
    try {
      const { CollectDialog } = await import('./collect-dialog.tsx');
      // The list as it was on opening, because it may be refreshed behind the dialog.
      setOpen({ Dialog: CollectDialog, props: { ...list, fetchPage } });
    } catch (error) {
      notifyFailure('This couldn’t be opened', error instanceof Error ? error : new Error(String(error)));
    }
    setIsLoading(false);
  };
  return (
    <>
      <Button
        ref={button}
        variant="default"
        aria-haspopup="dialog"
        aria-label="Screen unscreened addresses"
        title="Screen all addresses in this list that have no AML check"
        leftSection={<IconShieldSearch size={16} aria-hidden />}
        disabled={fetchPage === undefined}
        loading={isLoading}
        onClick={() => void show()}
      />
      {open !== undefined && <open.Dialog {...open.props} onClose={() => setOpen(undefined)} />}
    </>
  );
}
