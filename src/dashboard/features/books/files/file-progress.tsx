import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { StatementFile } from '#contract/gateway/statement-files.ts';
import { formatCount } from '#domain/format.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Button, LinkButton } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { formatBytes, progressText } from './file-labels.ts';
import { filePath, fileQuery, isInProgress, saveStatementFile } from './statement-files.queries.ts';

type Props = { id: string; onRetry: () => void };

/** How far a requested file is. It is saved once it is ready. */
export function FileProgress({ id, onRetry }: Props) {
  const { data: file, error, refetch } = useQuery(fileQuery(id));
  const isSaved = useRef(false);
  const isReady = file?.state === 'ready';
  useEffect(() => {
    if (!isReady || isSaved.current) return;
    isSaved.current = true;
    saveStatementFile({ id });
  }, [isReady, id]);
  if (file === undefined && error !== null) {
    return <FailureAlert error={error} onRetry={() => void refetch()} />;
  }
  if (file === null) return <Failed reason="This file isn’t there any more." onRetry={onRetry} />;
  if (file?.state === 'failed') return <Failed reason={file.failure ?? ''} onRetry={onRetry} />;
  if (file === undefined || isInProgress(file)) return <InProgress file={file} />;
  return <Ready file={file} />;
}

function InProgress({ file }: { file: StatementFile | undefined }) {
  const text = file === undefined ? 'Preparing file…' : progressText(file);
  return (
    <Stack gap={4} role="status" fz="sm" maw={420}>
      <span>{text}</span>
      <ProgressBar
        label="File"
        value={file?.entries == null ? undefined : file.entries_done}
        max={file?.entries ?? undefined}
      />
    </Stack>
  );
}

function Ready({ file }: { file: StatementFile }) {
  const size = file.bytes === null ? '' : `, ${formatBytes(file.bytes)}`;
  const entries = file.entries === null ? '' : ` with ${formatCount(file.entries, 'entry', 'entries')}`;
  return (
    <Alert tone="positive" role="status">
      <Group gap="4px 12px" justify="space-between">
        <span>
          <strong>{file.name}</strong> is saved{entries}
          {size}.
        </span>
        <LinkButton
          to={filePath(file)}
          reloadDocument
          download
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          Save again
        </LinkButton>
      </Group>
    </Alert>
  );
}

function Failed({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <Alert tone="negative" role="alert">
      <Group gap="4px 12px" justify="space-between">
        <span>The file couldn’t be made. {reason}</span>
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          Try again
        </Button>
      </Group>
    </Alert>
  );
}
