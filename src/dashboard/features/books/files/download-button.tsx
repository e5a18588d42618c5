import { IconDownload } from '@tabler/icons-react';
import { lazy } from 'react';
import { requestStatementFile, type StatementFormat } from '#contract/gateway/statement-files.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { PermittedButton } from '#dashboard/ui/permitted-link.tsx';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';

const DownloadPanel = lazy(async () => ({ default: (await import('./download-panel.tsx')).DownloadPanel }));

export type WantedFile = { format: StatementFormat; withEntries: boolean };

type Props = {
  /** What the statement is limited to, in words; empty: it is of the whole account. */
  part: string;
  /** Whether there are ledger entries that the file can have. */
  hasEntries: boolean;
  onRequest: (wanted: WantedFile) => void;
};

const look = {
  variant: 'default',
  size: 'compact-sm',
  leftSection: <IconDownload size={14} aria-hidden />,
} as const;

/** Offers the formats of a statement’s file. */
export function DownloadButton({ part, hasEntries, onRequest }: Props) {
  const permission = usePermission(requestStatementFile);
  if (!permission.allowed) {
    return (
      <PermittedButton permission={permission} {...look}>
        Download
      </PermittedButton>
    );
  }
  return (
    <PopoverButton {...look} text="Download" panelLabel="Download the statement">
      <DownloadPanel part={part} hasEntries={hasEntries} onRequest={onRequest} />
    </PopoverButton>
  );
}
