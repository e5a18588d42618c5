import { Stack } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { formatCount } from '#domain/format.ts';
import { formatTally, tallyOf, type useBatch } from '#dashboard/api/batch.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { focusFirstRow } from '#dashboard/ui/data-table/row-navigation.ts';
import dialog from '#dashboard/ui/dialog.module.css';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { TaskDialog } from '#dashboard/ui/task-dialog.tsx';

type Props<T, R> = {
  title: string;
  /** What the items are, in the singular. */
  noun: string;
  /** What is done to them, as “deleted”. */
  verb: string;
  /** Doing it twice changes nothing more than doing it once, so that it can be tried again when a response is lost. */
  isRepeatable?: true;
  /** Asked before a running batch is stopped, with what has been done by then. */
  question: string;
  batch: ReturnType<typeof useBatch<T, R>>;
  /** What is to be done, without what is skipped. */
  items: readonly T[];
  idOf: (item: T) => string;
  skipped: number;
  /** Shown while the batch runs, and when it has ended. */
  progress: ReactNode;
  results: ReactNode;
  onClose: () => void;
  /** What is asked first: what will be done. */
  children: ReactNode;
};

/** A dialog that makes many changes: what will be done, how far it is, and the outcome of each. */
export function BatchDialog<T, R>(props: Props<T, R>) {
  const { title, noun, question, batch, items, verb, onClose } = props;
  const { outcomes, isRunning, isStopping, stop } = batch;
  const tally = tallyOf(outcomes.values());
  useFocusReturn();

  const content = (asks: boolean) => {
    if (isRunning) {
      const tried = tally.done + tally.failed + tally.unknown;
      return (
        <>
          <ProgressBar label={`Processed ${noun}s`} value={tried} max={items.length} />
          <p>
            <strong>
              {tried} of {items.length}
            </strong>{' '}
            tried: {formatTally(tally, verb)}
          </p>
          {props.progress}
          {!asks && <StopButton isStopping={isStopping} onStop={stop} />}
        </>
      );
    }
    return outcomes.size === 0 ? props.children : <BatchResults {...props} />;
  };
  return (
    <TaskDialog
      title={title}
      isBusy={isRunning}
      isStopping={isStopping}
      question={question}
      onStop={stop}
      onClose={onClose}
    >
      {(asks) => <Stack gap="lg">{content(asks)}</Stack>}
    </TaskDialog>
  );
}

/** Gives the focus back to what opened the dialog, or to the first row where that is gone with the selected rows. */
function useFocusReturn() {
  const opener = useRef<Element>(null);
  // Before the dialog takes the focus.
  useLayoutEffect(() => {
    opener.current = document.activeElement;
  }, []);
  useEffect(() => {
    const from = opener.current;
    return () => {
      if (from instanceof HTMLElement && from !== document.body && from.isConnected) from.focus();
      else focusFirstRow();
    };
  }, []);
}

function StopButton({ isStopping, onStop }: { isStopping: boolean; onStop: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className={dialog['footer']}>
      <Button ref={button} variant="default" loading={isStopping} onClick={onStop}>
        Stop
      </Button>
    </div>
  );
}

/** The outcome of each item. Only all of them done is a success. */
function BatchResults<T, R>(props: Props<T, R>) {
  const { noun, verb, isRepeatable = false, batch, items, idOf, skipped, results, onClose } = props;
  const { outcomes, run } = batch;
  const isWhole = items.every((item) => outcomes.get(idOf(item))?.state === 'done');
  const again = items.filter((item) => {
    const { state } = outcomes.get(idOf(item)) ?? {};
    return state === 'failed' || state === 'untried' || (isRepeatable && state === 'unknown');
  });
  return (
    <>
      <Alert tone={isWhole ? 'positive' : 'warning'} role={isWhole ? 'status' : 'alert'}>
        {formatTally(tallyOf(outcomes.values()), verb)}
        {skipped > 0 && `, ${skipped} skipped`}.
      </Alert>
      {results}
      <BatchFooter onClose={onClose} hasAction={false}>
        {again.length > 0 && (
          <Button variant="default" onClick={() => run(again)}>
            Try {formatCount(again.length, noun)} again
          </Button>
        )}
      </BatchFooter>
    </>
  );
}

type FooterProps = {
  onClose: () => void;
  /** There is something to cancel. */
  hasAction: boolean;
  children?: ReactNode;
};

/** The close button, which has the focus, and the alternative action. */
export function BatchFooter({ onClose, hasAction, children }: FooterProps) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <div className={dialog['footer']}>
      {hasAction ? (
        <>
          <Button ref={close} variant="default" onClick={onClose}>
            Cancel
          </Button>
          {children}
        </>
      ) : (
        <>
          {children}
          <Button ref={close} onClick={onClose}>
            Close
          </Button>
        </>
      )}
    </div>
  );
}
