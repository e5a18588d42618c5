import { useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import classes from './dialog.module.css';

type Props = { onKeep: () => void; onDiscard: () => void };

/** Stands in for a form's buttons when somebody is about to leave what they entered. */
export function DiscardQuestion({ onKeep, onDiscard }: Props) {
  const question = useId();
  const keep = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const before = document.activeElement;
    const form = keep.current?.form;
    keep.current?.focus();
    return () => {
      // Back to where somebody was writing; the button that asked to leave is gone.
      const field =
        before !== document.body && before?.isConnected ? before : form?.querySelector('[data-autofocus]');
      if (field instanceof HTMLElement) field.focus();
    };
  }, []);

  return (
    <div className={classes['footer']} role="alertdialog" aria-labelledby={question}>
      <p id={question} className={classes['question']}>
        Discard what you entered?
      </p>
      <Button variant="default" onClick={onDiscard}>
        Discard
      </Button>
      <Button ref={keep} onClick={onKeep}>
        Keep editing
      </Button>
    </div>
  );
}
