import { IconAlertTriangle } from '@tabler/icons-react';
import { Button } from './button.tsx';
import { asSentence, errorWords } from '../lib/error-words.ts';
import classes from './failure-alert.module.css';
import { RequestId } from './request-id.tsx';

type Props = { error: Error; onRetry?: (() => void) | undefined };

/** A failure above what is still there: the last good rows, or a form's fields. */
export function FailureAlert({ error, onRetry }: Props) {
  const { title, next, mayRetry } = errorWords(error);
  return (
    <div className={classes['alert']} role="alert">
      <IconAlertTriangle size={18} aria-hidden className={classes['icon']} />
      <div className={classes['words']}>
        <strong>{title}.</strong> {asSentence(error.message)} {next}
        <RequestId error={error} />
      </div>
      {mayRetry && onRetry && (
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
