import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { JournalEntry } from '#contract/gateway/journal.ts';
import { changeIds } from '#dashboard/api/stale.ts';
import { defineList } from '#dashboard/list/define-list.tsx';
import { createdAtColumn } from '#dashboard/list/list-columns.tsx';
import { Address } from '#dashboard/ui/address.tsx';
import { columnsOf } from '#dashboard/ui/data-table/table-columns.ts';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { journal, journalEntryPath, journalPath } from './journal.queries.ts';
import { needWords, Result, Subject, viaWords } from './journal-words.tsx';
import classes from './journal.module.css';
import { operationWords, otherEntries } from './operation-words.ts';

const column = columnsOf<JournalEntry>();

export const { Component, loader } = defineList({
  source: journal,
  words: ['entry', 'entries'],
  path: journalPath,
  rowPath: journalEntryPath,
  columns: column.columns([
    createdAtColumn<JournalEntry>(),
    column.display({
      id: 'operation',
      header: 'What',
      size: 184,
      meta: { skeleton: '110px' },
      cell: ({ row: { original } }) => operationWords(original.value.operation ?? 'unreadable'),
    }),
    column.display({
      id: 'subject',
      header: 'On what',
      size: 212,
      meta: { skeleton: '140px' },
      cell: ({ row: { original } }) =>
        typeof original.value.details_need === 'string' ? (
          <Text span c="dimmed" inherit title={needWords(original.value.details_need)}>
            Hidden
          </Text>
        ) : (
          <Subject value={original.value.subject} what="subject" />
        ),
    }),
    column.display({
      id: 'status',
      header: 'Result',
      size: 184,
      meta: { skeleton: '84px' },
      cell: ({ row }) => <Result status={row.original.value.status} />,
    }),
    column.display({
      id: 'key_name',
      header: 'Key',
      size: 180,
      meta: { skeleton: '110px' },
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
      size: 264,
      meta: { skeleton: '140px' },
      cell: ({ row }) => <Subject value={row.original.value.created_id} what="id" />,
    }),
    column.display({
      id: 'error_message',
      header: 'Message',
      size: 320,
      meta: { skeleton: '160px' },
      cell: ({ row: { original } }) => (
        <span className={classes['text']} title={original.value.error_message ?? undefined}>
          {original.value.error_message}
        </span>
      ),
    }),
    column.display({
      id: 'via',
      header: 'Asked by',
      size: 148,
      meta: { skeleton: '90px' },
      cell: ({ row }) => viaWords(row.original.value.via),
    }),
    column.display({
      id: 'key_fingerprint',
      header: 'Key fingerprint',
      size: 148,
      meta: { skeleton: '100px' },
      cell: ({ row }) => <Address value={row.original.value.key_fingerprint} what="fingerprint" />,
    }),
    column.display({
      id: 'ip_address',
      header: 'IP address',
      size: 148,
      meta: { skeleton: '90px' },
      cell: ({ row: { original } }) => (
        <span className={classes['text']}>{original.value.ip_address ?? ''}</span>
      ),
    }),
    column.display({
      id: 'session',
      header: 'Session',
      size: 148,
      meta: { skeleton: '100px' },
      cell: ({ row }) => <Subject value={row.original.value.session} what="session" />,
    }),
    column.display({
      id: 'request_id',
      header: 'Request id',
      size: 320,
      meta: { skeleton: '240px' },
      cell: ({ row }) => <Address value={row.original.value.request_id} what="request id" />,
    }),
    column.display({
      id: 'sequence',
      header: 'Entry',
      size: 92,
      meta: { align: 'end', skeleton: '40px' },
      cell: ({ row }) => row.original.value.sequence,
    }),
    column.display({
      id: 'hash',
      header: 'Hash',
      size: 176,
      meta: { skeleton: '130px' },
      cell: ({ row }) => <Address value={row.original.value.hash} what="hash" />,
    }),
  ]),
  hidden: ['via', 'key_fingerprint', 'ip_address', 'session', 'request_id', 'sequence', 'hash'],
  pinned: ['created_at'],
  search: {
    label: 'Find by address, id or name',
    textOf: ({ search }) => search,
    filtersOf: (search) => ({ search }),
  },
  filters: {
    search: 'search',
    status: 'tabs',
    sequence: 'link',
    operation: {
      all: 'All operations',
      known: [...changeIds, ...otherEntries],
      met: ({ operation }) => operation,
      word: operationWords,
    },
    key: {
      all: 'All keys',
      known: [],
      met: ({ key_fingerprint: fingerprint }) => fingerprint,
      word: (fingerprint, entries) =>
        entries.findLast(({ key_fingerprint: of }) => of === fingerprint)?.key_name ?? fingerprint,
    },
  },
  tabs: {
    filter: 'status',
    choices: [
      { value: undefined, label: 'All' },
      { value: 'completed', label: 'Completed' },
      { value: 'rejected', label: 'Rejected' },
      { value: 'failed', label: 'Failed' },
      { value: 'unknown', label: 'No outcome', isCounted: true },
    ],
  },
  exported: 'journal',
  addressesOf: ({ subject, created_id: created }) => [subject, created],
  empty: (
    <EmptyState icon={<IconHistory size={20} />} title="Nothing was changed yet">
      Whatever somebody signed in or a program with a key changes is written down here, with what came of it.
    </EmptyState>
  ),
});
