import { IconDownload } from '@tabler/icons-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { modalDialog } from '#dashboard/lib/keyboard.ts';
import { useShortcuts } from '#dashboard/lib/use-shortcuts.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { PermittedButton } from '#dashboard/ui/permitted-link.tsx';
import { notifyFailure } from '#dashboard/ui/notify.tsx';
import type { ExportSubject } from './export-request.ts';

export type ExportProps = ExportSubject & {
  /** How many rows match, as far as it is known. */
  count: number | undefined;
};

type DialogProps = ExportProps & { onClose: () => void };

const loadDialog = () => import('./export-dialog.tsx');

/** Opens the export of a list. What it needs is loaded then. */
export function ExportButton(props: ExportProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isLoading, setIsLoading] = useState(false);
  const [open, setOpen] = useState<{ Dialog: ComponentType<DialogProps>; props: ExportProps }>();
  const show = async () => {
    setIsLoading(true);
    try {
      const { ExportDialog } = await loadDialog();
      // The list as it was on opening, because it may be refreshed behind the dialog.
      setOpen({ Dialog: ExportDialog, props });
    } catch (error) {
      notifyFailure(
        'The export couldn’t be opened',
        error instanceof Error ? error : new Error(String(error)),
      );
    }
    setIsLoading(false);
  };
  const isOpen = open !== undefined;
  // Without a pin the list has not been read yet, so its rows are unknown.
  const isPossible = props.pin !== '';
  const mayExport = usePermission('exports:create');
  useShortcuts(mayExport.allowed && isPossible && !isLoading, (key) => {
    const isForUs = key === 'e' && document.querySelector(modalDialog) === null;
    if (isForUs) void show();
    return isForUs;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const from = button.current;
    // The focus moves once the dialog is gone: while it is open, nothing behind it can have the focus.
    return () => from?.focus();
  }, [isOpen]);
  return (
    <>
      <PermittedButton
        permission={mayExport}
        ref={button}
        variant="default"
        aria-haspopup="dialog"
        leftSection={<IconDownload size={16} aria-hidden />}
        aria-keyshortcuts="e"
        disabled={!isPossible}
        loading={isLoading}
        onClick={() => void show()}
      >
        Export
      </PermittedButton>
      {open !== undefined && <open.Dialog {...open.props} onClose={() => setOpen(undefined)} />}
    </>
  );
}
