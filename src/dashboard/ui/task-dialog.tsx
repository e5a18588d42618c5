import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import dialog from './dialog.module.css';
import { IconButton } from './button.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { Modal } from './modal.tsx';
import classes from './task-dialog.module.css';
import { useLeaveGuard } from './use-leave-guard.ts';

type Props = {
  title: string;
  /** Something runs that leaving would end, and so asks first. */
  isBusy: boolean;
  /** It is stopping and completes its work: nothing more is sent. */
  isStopping?: boolean;
  /** What is asked, with what would be lost. */
  question: string;
  onStop: () => void;
  /** Whether the dialog goes when what runs is stopped; else it stays and shows how far that has come. */
  closesOnStop?: boolean;
  onClose: () => void;
  /** `asks`: the question is shown at the foot, with a button of its own to stop. */
  children: (asks: boolean) => ReactNode;
};

/** A dialog in which something takes its time. It closes only when nothing would be lost, or when that is agreed to. */
export function TaskDialog(props: Props) {
  const { title, isBusy, isStopping = false, question, onStop, closesOnStop = false, onClose } = props;
  const id = useId();
  const [wantsToClose, setWantsToClose] = useState(false);
  const leaving = useLeaveGuard(isBusy);
  // A task that has ended in the meantime needs no confirmation.
  if (!isBusy && wantsToClose) setWantsToClose(false);
  const asks = isBusy && !isStopping && (wantsToClose || leaving.state === 'blocked');

  const close = () => {
    if (isBusy) setWantsToClose(true);
    else onClose();
  };
  const keepGoing = () => {
    setWantsToClose(false);
    leaving.reset?.();
  };
  const stop = () => {
    onStop();
    if (!closesOnStop) keepGoing();
    else if (leaving.state === 'blocked') leaving.proceed();
    else onClose();
  };
  return (
    <Modal
      aria-labelledby={id}
      className={classes['dialog']}
      onCancel={(event) => {
        event.preventDefault();
        if (asks) keepGoing();
        else close();
      }}
    >
      <header className={classes['header']}>
        <h2 id={id} className={dialog['title']}>
          {title}
        </h2>
        <IconButton aria-label="Close" onClick={close}>
          <IconX size={18} aria-hidden />
        </IconButton>
      </header>
      {props.children(asks)}
      {asks && (
        <LeaveQuestion question={question} leave="Stop" stay="Keep going" onLeave={stop} onStay={keepGoing} />
      )}
    </Modal>
  );
}
