import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { pluralize } from '#domain/format.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { withdrawalPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import classes from './import-list.module.css';
import { type Question, questionsOf, sumsOf } from './questions.ts';
import { RequestLink, RowTable } from './row-table.tsx';
import { formatLines, problemsOf, recipientMessage } from './row-labels.ts';
import type { MadeRow, ScreenedRow } from './screen-list.ts';
import { SumsTable } from './sums-table.tsx';
import type { CheckedList } from './use-list-check.ts';
import { LookAlikeQuestion } from '../create/look-alike-question.tsx';

type Props = {
  checked: CheckedList;
  onSend: (rows: readonly ScreenedRow[]) => void;
  /** Checks the list again with another beginning of the external ids that it leaves out. */
  onIdBeginning: (idBeginning: string) => void;
  onBack: () => void;
};

/** What the list would request, what is wrong with it, and what has to be looked at, before anything is sent. */
export function ListReview({ checked, onSend, onIdBeginning, onBack }: Props) {
  const { fileName, rows, ignoredColumns, isPasted } = checked;
  const { ready, made, wrong } = checked.list;
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const [isAsked, setIsAsked] = useState(false);
  const sums = sumsOf(ready);
  const questions = questionsOf(ready, sums);
  useEffect(() => heading.current?.focus(), []);

  const submit = () => {
    setIsAsked(true);
    const open = questions.findIndex(({ key }) => !confirmed.has(key));
    if (open === -1) onSend(ready);
    else form.current?.querySelectorAll<HTMLInputElement>('[data-meant]')[open]?.focus();
  };
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        Review import
      </h2>
      <Text size="sm">
        <strong>{fileName}</strong>: {ready.length} of {rows} {pluralize(rows, 'row')} will be submitted.
        Nothing has been sent {made.length > 0 ? 'now' : 'yet'}.
        {ignoredColumns.length > 0 && ` Ignored columns: ${ignoredColumns.join(', ')}.`}
      </Text>
      {wrong.length > 0 && (
        <>
          <Alert tone="warning" role="status">
            {wrong.length === 1 ? 'One row has errors and will' : `${wrong.length} rows have errors and will`}{' '}
            be skipped. {isPasted ? 'Edit the rows' : 'Fix the file and choose it again'}
            {ready.length > 0 &&
              (wrong.length === 1 ? ', or continue without it' : ', or continue without them')}
            .
          </Alert>
          <RowTable
            title={`Errors: ${wrong.length}`}
            rows={wrong}
            last={{ head: 'Problem', of: problemsOf, tone: 'negative' }}
          />
        </>
      )}
      {made.length > 0 && (
        <RowTable
          title={`Already submitted: ${made.length}`}
          rows={made}
          last={{ head: 'Request', of: madeRequest }}
        />
      )}
      {[...ready, ...made].some(({ isIdDerived }) => isIdDerived) && (
        <IdBeginning key={checked.idBeginning} current={checked.idBeginning} onChange={onIdBeginning} />
      )}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="lg" maw={1080} pb="xl">
          {ready.length > 0 && (
            <>
              <RowTable
                title={`To be submitted: ${ready.length}`}
                rows={ready}
                last={{ head: 'About the recipient', of: knownRecipient }}
              />
              <SumsTable sums={sums} />
            </>
          )}
          {questions.map((question) => (
            <ReviewQuestion
              key={question.key}
              question={question}
              isConfirmed={confirmed.has(question.key)}
              onConfirm={(isConfirmed) => {
                const others = [...confirmed].filter((key) => key !== question.key);
                setConfirmed(new Set(isConfirmed ? [...others, question.key] : others));
              }}
              error={isAsked && !confirmed.has(question.key) ? 'Confirm this to continue' : undefined}
            />
          ))}
          <Group gap="sm" align="stretch" className={classes['buttons']} data-end>
            <Button variant="default" onClick={onBack}>
              {isPasted ? 'Edit rows' : 'Choose another file'}
            </Button>
            {ready.length > 0 && (
              <Button type="submit">
                Submit {ready.length} {pluralize(ready.length, 'withdrawal')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </>
  );
}

function madeRequest({ requestId, status, body }: MadeRow) {
  return (
    <RequestLink to={withdrawalPath(requestId)} externalId={body.external_id}>
      <StatusBadge status={status} />
    </RequestLink>
  );
}

function knownRecipient({ recipient }: ScreenedRow) {
  return recipientMessage(recipient).map(({ message, isWarning }) => (
    <Text key={message} c={isWarning ? 'var(--warning)' : 'dimmed'} size="xs">
      {message}
    </Text>
  ));
}

function IdBeginning({ current, onChange }: { current: string; onChange: (next: string) => void }) {
  const [text, setText] = useState(current);
  const isRight = /^[\w.-]{1,40}$/.test(text);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight && text !== current) onChange(text);
      }}
    >
      <Group gap="8px 12px" align="flex-end" className={classes['beginning']}>
        <TextInput
          label="Prefix for generated references"
          description="The same row with the same prefix is paid only once. To pay it again, for example every month, change the prefix."
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={!isRight && 'Enter 1 to 40 letters, digits, periods, hyphens or underscores.'}
        />
        {text !== current && (
          <Button type="submit" variant="default" aria-disabled={!isRight || undefined}>
            Apply prefix
          </Button>
        )}
      </Group>
    </form>
  );
}

type ReviewQuestionProps = {
  question: Question;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
  error: string | undefined;
};

/** Something to look at, and the answer to it. */
function ReviewQuestion({ question, isConfirmed, onConfirm, error }: ReviewQuestionProps) {
  const id = useId();
  if (question.kind === 'look-alike') {
    return (
      <Stack gap={10}>
        <Text size="sm">The recipient in {formatLines(question.lines)}:</Text>
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
      <Alert tone="warning">
        <strong id={id}>{about}</strong>
        {details.length > 0 && (
          <ul className={classes['details']}>
            {details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        )}
      </Alert>
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
