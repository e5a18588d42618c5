import { useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import classes from './dialog.module.css';

type Props = {
  question: string;
  /** What leaving is called, and staying. */
  leave: string;
  stay: string;
  onLeave: () => void;
  onStay: () => void;
};

/** Shown at the foot of a dialog or form when the user is about to leave what they entered or started. */
export function LeaveQuestion({ question, leave, stay, onLeave, onStay }: Props) {
  const id = useId();
  const staying = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const before = document.activeElement;
    const form = staying.current?.form;
    staying.current?.focus();
    return () => {
      // What came in its place may have the focus already.
      if (document.activeElement !== document.body) return;
      // Back to where the user was typing, because the button that asked to leave is gone.
      const field =
        before !== document.body && before?.isConnected ? before : form?.querySelector('[data-autofocus]');
      if (field instanceof HTMLElement) field.focus();
    };
  }, []);

  return (
    <div className={classes['footer']} role="alertdialog" aria-labelledby={id}>
      <p id={id} className={classes['question']}>
        {question}
      </p>
      <Button variant="default" onClick={onLeave}>
        {leave}
      </Button>
      <Button ref={staying} onClick={onStay}>
        {stay}
      </Button>
    </div>
  );
}

/** The question of a form: staying keeps what was entered. */
export function DiscardQuestion({ guard }: { guard: { proceed: () => void; reset: () => void } }) {
  return (
    <LeaveQuestion
      question="Discard your changes?"
      leave="Discard"
      stay="Keep editing"
      onLeave={() => guard.proceed()}
      onStay={() => guard.reset()}
    />
  );
}
