import { type ReactNode, useEffect, useRef } from 'react';
import classes from './dialog.module.css';
import { FailureAlert } from './failure-alert.tsx';

type Props = {
  /** Why what was submitted was refused; null: it wasn't. */
  error: Error | null;
  /** The buttons, or a question in their place. */
  children: ReactNode;
};

/** The end of a dialog's form. It stays in view while the fields scroll, and says a refusal where the button was pressed. */
export function DialogFoot({ error, children }: Props) {
  const failure = useRef<HTMLDivElement>(null);
  // In a low window the foot scrolls along with the fields.
  useEffect(() => {
    if (error !== null) failure.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <div className={classes['foot']}>
      {error !== null && (
        <div ref={failure}>
          <FailureAlert error={error} />
        </div>
      )}
      {children}
    </div>
  );
}
