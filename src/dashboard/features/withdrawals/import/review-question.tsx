import { useId } from 'react';
import { Notice } from '#dashboard/ui/notice.tsx';
import create from '../create/create.module.css';
import { LookAlikeQuestion } from '../create/look-alike-question.tsx';
import classes from './import-list.module.css';
import type { Question } from './questions.ts';
import { linesWords } from './row-words.ts';

type Props = {
  question: Question;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
  error: string | undefined;
};

/** Something to look at, and the answer to it. */
export function ReviewQuestion({ question, isConfirmed, onConfirm, error }: Props) {
  const id = useId();
  if (question.kind === 'look-alike') {
    return (
      <div className={classes['question']}>
        <p className={classes['words']}>The recipient in {linesWords(question.lines)}:</p>
        <LookAlikeQuestion
          address={question.address}
          lookAlikes={question.lookAlikes}
          isMeant={isConfirmed}
          onMeant={onConfirm}
          error={error}
        />
      </div>
    );
  }
  const { about, details, yes } = question;
  return (
    <div role="group" aria-labelledby={id} className={create['lookAlike']}>
      <Notice tone="warning">
        <strong id={id}>{about}</strong>
        {details.length > 0 && (
          <ul className={classes['details']}>
            {details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        )}
      </Notice>
      <label className={create['meant']}>
        <input
          type="checkbox"
          data-meant
          checked={isConfirmed}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => onConfirm(event.currentTarget.checked)}
        />
        {yes}
      </label>
      {error !== undefined && (
        <p id={`${id}-error`} className={create['error']}>
          {error}
        </p>
      )}
    </div>
  );
}
