import { IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import dialog from '../../../ui/dialog.module.css';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LeaveQuestion } from '../../../ui/leave-question.tsx';
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts';
import { Modal } from '../../../ui/modal.tsx';
import { useSession } from '../../session/session.queries.ts';
import type { ExportProps } from '../export-button.tsx';
import { exportLists } from '../export-lists.ts';
import type { ExportFormat } from '../export-request.ts';
import { useExport } from '../use-export.ts';
import classes from './export-dialog.module.css';
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
  const [wantsToClose, setWantsToClose] = useState(false);
  const title = useId();
  const isBusy = state.phase === 'running' || state.phase === 'failed';
  const leaving = useLeaveGuard(isBusy);

  // The result of an export that ended meanwhile needs no question any more.
  const asks = isBusy && (wantsToClose || leaving.state === 'blocked');
  const begin = () => {
    setWantsToClose(false);
    start({ ...subject, format, accountId, keyName }, count);
  };
  const close = () => {
    if (isBusy) setWantsToClose(true);
    else onClose();
  };
  const keepGoing = () => {
    setWantsToClose(false);
    leaving.reset?.();
  };
  const stop = () => {
    cancel();
    if (leaving.state === 'blocked') leaving.proceed();
    else if (wantsToClose) onClose();
  };

  return (
    <Modal
      aria-labelledby={title}
      className={classes['dialog']}
      onCancel={(event) => {
        event.preventDefault();
        if (asks) keepGoing();
        else close();
      }}
    >
      <header className={classes['header']}>
        <h2 id={title} className={dialog['title']}>
          Export {exportLists[subject.list].title.toLowerCase()}
        </h2>
        <IconButton aria-label="Close" onClick={close}>
          <IconX size={18} aria-hidden />
        </IconButton>
      </header>
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
      {asks && (
        <LeaveQuestion
          question="Stop the export? Nothing of it will be kept."
          leave="Stop it"
          stay="Keep going"
          onLeave={stop}
          onStay={keepGoing}
        />
      )}
    </Modal>
  );
}
