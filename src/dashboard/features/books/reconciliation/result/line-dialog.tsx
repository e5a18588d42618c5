import { Textarea } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import {
  type noteActions,
  noteReconciliationLine,
  type ReconciledLine,
} from '#contract/gateway/reconciliations.ts';
import { formatInteger } from '#domain/format.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Button, IconButton } from '#dashboard/ui/button.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { Modal } from '#dashboard/ui/modal.tsx';
import { PermittedButton } from '#dashboard/ui/permitted-link.tsx';
import task from '#dashboard/ui/task-dialog.module.css';
import { Time } from '#dashboard/ui/time.tsx';
import { KindBadge } from './kind-badge.tsx';
import { Finding } from './result-lines.tsx';
import classes from './result.module.css';

type Action = (typeof noteActions)[number];

const actionLabels = {
  note: 'Note',
  resolve: 'Resolved',
  reopen: 'Reopened',
} as const satisfies Record<Action, string>;

type Props = { reconciliationId: string; line: ReconciledLine; onClose: () => void };

/** Both sides of a line, what was noted on it, and a form to add to that. */
export function LineDialog({ reconciliationId, line, onClose }: Props) {
  const id = useId();
  return (
    <Modal aria-labelledby={id} className={task['dialog']} onCancel={onClose}>
      <header className={task['header']}>
        <h2 id={id} className={dialog['title']}>
          Result {formatInteger(line.number)}
        </h2>
        <IconButton aria-label="Close" onClick={onClose}>
          <IconX size={18} aria-hidden />
        </IconButton>
      </header>
      <div className={classes['dialogBody']}>
        <DescriptionList>
          <Description name="Result">
            <KindBadge kind={line.kind} />
          </Description>
          <Description name="What we found">
            <Finding line={line} />
          </Description>
        </DescriptionList>
        <Sides line={line} />
        {line.notes.length > 0 && (
          <ul className={classes['notes']} aria-label="Notes">
            {line.notes.map(({ action, text, at, by }) => (
              <li key={at}>
                <strong>{actionLabels[action]}</strong> <Time value={at} />
                {by !== null && ` · ${by}`}
                <div>{text}</div>
              </li>
            ))}
          </ul>
        )}
        <NoteForm reconciliationId={reconciliationId} line={line} />
      </div>
    </Modal>
  );
}

function Sides({ line: { ours, theirs } }: { line: ReconciledLine }) {
  const sides = [ours, theirs] as const;
  return (
    <FramedTable title="Both sides" isCaptionHidden>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Our books</th>
          <th scope="col">File</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Time</th>
          {sides.map((side, index) => (
            <td key={index === 0 ? 'ours' : 'theirs'}>{side !== null && <Time value={side.at} />}</td>
          ))}
        </tr>
        <tr>
          <th scope="row">Amount</th>
          {sides.map((side, index) => (
            <td key={index === 0 ? 'ours' : 'theirs'}>
              {side !== null && <Amount value={side.amount} currency={side.currency} sign="+" />}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">Fee</th>
          {sides.map((side, index) => (
            <td key={index === 0 ? 'ours' : 'theirs'}>
              {side !== null && side.fee !== null && <Amount value={side.fee} currency={side.currency} />}
            </td>
          ))}
        </tr>
        <TextRow name="Network" ours={ours?.network} theirs={theirs?.network} />
        <TextRow name="Hash" ours={ours?.hash} theirs={theirs?.hash} />
        <TextRow name="Reference" ours={ours?.references.join(', ')} theirs={theirs?.reference} />
        <TextRow name="Line" ours="" theirs={theirs === null ? '' : formatInteger(theirs.line)} />
      </tbody>
    </FramedTable>
  );
}

type TextRowProps = { name: string; ours: string | null | undefined; theirs: string | null | undefined };

function TextRow({ name, ours, theirs }: TextRowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={classes['hash']}>{ours}</td>
      <td className={classes['hash']}>{theirs}</td>
    </tr>
  );
}

function NoteForm({ reconciliationId, line }: Omit<Props, 'onClose'>) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const mayNote = usePermission(noteReconciliationLine);
  const note = useChange(noteReconciliationLine);
  const add = (action: Action) => {
    if (note.isPending) return;
    if (text.trim() === '') {
      setProblem(action === 'note' ? 'Enter a note.' : 'Enter a reason.');
      return;
    }
    note.mutate(
      { reconciliation_id: reconciliationId, number: line.number, action, text },
      { onSuccess: () => setText('') },
    );
  };
  return (
    <form
      noValidate
      className={dialog['form']}
      onSubmit={(event) => {
        event.preventDefault();
        add('note');
      }}
    >
      <Textarea
        label="Note or reason"
        autosize
        minRows={2}
        maxLength={1000}
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(undefined);
          note.reset();
        }}
      />
      {note.error !== null && <FailureAlert error={note.error} />}
      <div className={dialog['footer']}>
        <PermittedButton permission={mayNote} type="submit" variant="default" loading={note.isPending}>
          Add note
        </PermittedButton>
        {line.kind !== 'matched' &&
          (line.is_resolved ? (
            <Button variant="default" onClick={() => add('reopen')}>
              Reopen
            </Button>
          ) : (
            <PermittedButton permission={mayNote} onClick={() => add('resolve')}>
              Resolve
            </PermittedButton>
          ))}
      </div>
    </form>
  );
}
