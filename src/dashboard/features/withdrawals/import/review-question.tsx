import { Stack, Text, Checkbox } from '@mantine/core';
import { useId } from 'react';
import { Notice } from '#dashboard/ui/notice.tsx';
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
      <Stack gap={10}>
        <Text size="sm">The recipient in {linesWords(question.lines)}:</Text>
        <LookAlikeQuestion
          address={question.address}
          lookAlikes={question.lookAlikes}
          isMeant={isConfirmed}
          onMeant={onConfirm}
          error={error}
        />
      </Stack>
    );
  }
  const { about, details, yes } = question;
  return (
    <Stack p="md" bd="1px solid var(--warning)" bdrs={8} role="group" aria-labelledby={id}>
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
      <Checkbox
        data-meant
        label={yes}
        fw={500}
        checked={isConfirmed}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => onConfirm(event.currentTarget.checked)}
      />
      {error !== undefined && (
        <Text c="var(--negative)" size="xs" id={`${id}-error`}>
          {error}
        </Text>
      )}
    </Stack>
  );
}
