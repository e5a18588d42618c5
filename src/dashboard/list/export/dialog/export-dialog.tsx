import { useState } from 'react';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';
import { useSession } from '#dashboard/session/session.queries.ts';
import type { ExportProps } from '../export-button.tsx';
import { exportLists } from '../export-lists.ts';
import type { ExportFormat } from '../export-request.ts';
import { useExport } from '../use-export.ts';
import { ExportChoice } from './export-choice.tsx';
import { ExportEnded } from './export-ended.tsx';
import { ExportFailed } from './export-failed.tsx';
import { ExportProgress } from './export-progress.tsx';
import { ExportResult } from './export-result.tsx';

type Props = ExportProps & { onClose: () => void };

/** Exports a list: what and how, the progress, and what came out. It closes only when nothing would be lost. */
export function ExportDialog({ onClose, count, ...subject }: Props) {
  const { account_id: accountId, key_name: keyName } = useSession();
  const { state, start, goOn, cancel } = useExport();
  const [format, setFormat] = useState<ExportFormat>('csv');
  const begin = () => start({ ...subject, format, accountId, keyName }, count);

  return (
    <TaskDialog
      title={`Export ${exportLists[subject.list].title.toLowerCase()}`}
      isBusy={state.phase === 'running' || state.phase === 'failed'}
      question="Stop the export? Nothing of it will be kept."
      onStop={cancel}
      closesOnStop
      onClose={onClose}
    >
      {(asks) => (
        <>
          {state.phase === 'choosing' && (
            <ExportChoice
              subject={subject}
              count={count}
              format={format}
              onFormat={setFormat}
              onStart={begin}
              onClose={onClose}
            />
          )}
          {state.phase === 'running' && <ExportProgress {...state} onCancel={asks ? undefined : cancel} />}
          {state.phase === 'failed' && (
            <ExportFailed {...state} onContinue={goOn} onGiveUp={asks ? undefined : cancel} />
          )}
          {state.phase === 'ended' && <ExportEnded error={state.error} onBack={cancel} />}
          {state.phase === 'done' && <ExportResult file={state.file} onAgain={begin} onClose={onClose} />}
        </>
      )}
    </TaskDialog>
  );
}
