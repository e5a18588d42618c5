import { useEffect, useId, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import classes from './export-dialog.module.css';

type Props = { onKeep: () => void; onStop: () => void };

/** Asked before an export that runs is left. */
export function StopQuestion({ onKeep, onStop }: Props) {
  const question = useId();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div className={classes['footer']} role="alertdialog" aria-labelledby={question}>
      <p id={question} className={classes['question']}>
        Stop the export? Nothing of it will be kept.
      </p>
      <Button variant="default" onClick={onStop}>
        Stop it
      </Button>
      <Button ref={keep} onClick={onKeep}>
        Keep going
      </Button>
    </div>
  );
}
