import { useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import classes from './dialog.module.css';

type Props = { onKeep: () => void; onDiscard: () => void };

/** Stands in for a form's buttons when somebody is about to leave what they entered. */
export function DiscardQuestion({ onKeep, onDiscard }: Props) {
  const question = useId();
  const keep = useRef<HTMLButtonElement>(null);

  useEffect(() => keep.current?.focus(), []);

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
