import type { JournalEntry } from '#contract/gateway/journal.ts';
import { Address } from '../../ui/address.tsx';
import { columnsOf } from '../../ui/data-table/table-columns.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { createdAtColumn } from '../../list/history-columns.tsx';
import classes from './journal.module.css';
import { operationWords } from './operation-words.ts';

const column = columnsOf<JournalEntry>();

/** All that is recorded but what was asked, which the entry's own page has. */
export const journalColumns = column.columns([
  createdAtColumn<JournalEntry>(),
  column.display({
    id: 'operation',
    header: 'What',
    meta: { label: 'What', size: 184, skeleton: '110px' },
    cell: ({ row: { original } }) => operationWords(original.value.operation ?? 'unreadable'),
  }),
  column.display({
    id: 'subject',
    header: 'On what',
    meta: { label: 'On what', size: 212, skeleton: '140px' },
    cell: ({ row: { original } }) =>
      typeof original.value.details_need === 'string' ? (
        <span className={classes['hidden']} title={needWords(original.value.details_need)}>
          Hidden
        </span>
      ) : (
        <Subject value={original.value.subject} what="subject" />
      ),
  }),
  column.display({
    id: 'status',
    header: 'Result',
    meta: { label: 'Result', size: 184, skeleton: '84px' },
    cell: ({ row }) => <Result status={row.original.value.status} />,
  }),
  column.display({
    id: 'key_name',
    header: 'Key',
    meta: { label: 'Key', size: 180, skeleton: '110px' },
    cell: ({ row: { original } }) => (
      <span className={classes['text']}>
        {original.value.via === 'command'
          ? 'Command line'
          : (original.value.key_name ?? original.value.key_fingerprint)}
      </span>
    ),
  }),
  column.display({
    id: 'created_id',
    header: 'New id',
    meta: { label: 'New id', size: 264, skeleton: '140px' },
    cell: ({ row }) => <Subject value={row.original.value.created_id} what="id" />,
  }),
  column.display({
    id: 'error_message',
    header: 'Message',
    meta: { label: 'Message', size: 320, skeleton: '160px' },
    cell: ({ row: { original } }) => (
      <span className={classes['text']} title={original.value.error_message ?? undefined}>
        {original.value.error_message}
      </span>
    ),
  }),
  column.display({
    id: 'via',
    header: 'Asked by',
    meta: { label: 'Asked by', size: 148, skeleton: '90px' },
    cell: ({ row }) => viaWords(row.original.value.via),
  }),
  column.display({
    id: 'key_fingerprint',
    header: 'Key fingerprint',
    meta: { label: 'Key fingerprint', size: 148, skeleton: '100px' },
    cell: ({ row }) => <Address value={row.original.value.key_fingerprint} what="fingerprint" />,
  }),
  column.display({
    id: 'ip_address',
    header: 'IP address',
    meta: { label: 'IP address', size: 148, skeleton: '90px' },
    cell: ({ row: { original } }) => (
      <span className={classes['text']}>{original.value.ip_address ?? ''}</span>
    ),
  }),
  column.display({
    id: 'session',
    header: 'Session',
    meta: { label: 'Session', size: 148, skeleton: '100px' },
    cell: ({ row }) => <Subject value={row.original.value.session} what="session" />,
  }),
  column.display({
    id: 'request_id',
    header: 'Request id',
    meta: { label: 'Request id', size: 320, skeleton: '240px' },
    cell: ({ row }) => <Address value={row.original.value.request_id} what="request id" />,
  }),
  column.display({
    id: 'sequence',
    header: 'Entry',
    meta: { label: 'Entry', align: 'end', size: 92, skeleton: '40px' },
    cell: ({ row }) => row.original.value.sequence,
  }),
  column.display({
    id: 'hash',
    header: 'Hash',
    meta: { label: 'Hash', size: 176, skeleton: '130px' },
    cell: ({ row }) => <Address value={row.original.value.hash} what="hash" />,
  }),
]);

type SubjectProps = { value: string | null | undefined; what: string; full?: boolean };

/** An address, an id or a name; nothing where there is none. */
export function Subject({ value, what, full = false }: SubjectProps) {
  return value === null ? null : <Address value={value} what={what} full={full} />;
}

/** What came of it. */
export function Result({ status }: { status: JournalEntry['status'] | undefined }) {
  return <StatusBadge status={status === 'unknown' ? 'No outcome recorded' : status} />;
}

/** Who asked, in words. */
export function viaWords(via: JournalEntry['via'] | undefined): string {
  if (via === undefined) return 'unreadable';
  if (via === 'command') return 'A command on the server';
  return via === 'session' ? 'Somebody signed in' : 'A program';
}

/** Why an entry's details are hidden. */
export function needWords(permissions: string): string {
  return `To see the details of this entry, your API key needs ${permissions}.`;
}
