import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { AuditLogEntry } from '#contract/gateway/audit-log.ts';
import { changeIds } from '#dashboard/api/stale.ts';
import { defineList } from '#dashboard/list/define-list.tsx';
import { createdAtColumn, elsewhere } from '#dashboard/list/list-columns.tsx';
import { Address } from '#dashboard/ui/address.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { activityLog, activityLogEntryPath, activityLogPath } from './activity-log.queries.ts';
import { Actor, missingPermissionMessage, Result, sourceLabel, Target } from './activity-log-labels.tsx';
import classes from './activity-log.module.css';
import { operationLabel, otherEntries } from './operation-labels.ts';

export const { Component, loader } = defineList({
  source: activityLog,
  nouns: ['entry', 'entries'],
  path: activityLogPath,
  rowPath: activityLogEntryPath,
  columns: {
    created_at: createdAtColumn<AuditLogEntry>(),
    operation: {
      header: 'Action',
      size: 176,
      meta: { card: 'start', skeleton: '110px' },
      cell: ({ row: { original } }) => operationLabel(original.value.operation ?? 'unreadable'),
    },
    subject: {
      header: 'Target',
      size: 204,
      meta: { card: 'start', skeleton: '140px' },
      cell: ({ row: { original } }) =>
        typeof original.value.details_need === 'string' ? (
          <Text span c="dimmed" inherit title={missingPermissionMessage(original.value.details_need)}>
            Hidden
          </Text>
        ) : (
          <Target value={original.value.subject} what="target" />
        ),
    },
    status: {
      header: 'Result',
      size: 148,
      meta: { card: 'end', skeleton: '84px' },
      cell: ({ row }) => <Result status={row.original.value.status} />,
    },
    key_name: {
      header: 'By',
      size: 200,
      meta: { card: 'end', skeleton: '110px' },
      cell: ({ row }) => <Actor value={row.original.value} />,
    },
    created_id: {
      header: 'Created ID',
      size: 264,
      meta: { skeleton: '140px' },
      cell: ({ row }) => <Target value={row.original.value.created_id} what="ID" />,
    },
    error_message: {
      header: 'Message',
      size: 168,
      meta: { skeleton: '160px' },
      cell: ({ row: { original } }) => (
        <span className={classes['text']} title={original.value.error_message ?? undefined}>
          {original.value.error_message}
        </span>
      ),
    },
    via: {
      header: 'Source',
      size: 148,
      meta: { skeleton: '90px' },
      cell: ({ row }) => sourceLabel(row.original.value.via),
    },
    key_fingerprint: {
      header: 'Key fingerprint',
      size: 148,
      meta: { skeleton: '100px' },
      cell: ({ row }) => <Address value={row.original.value.key_fingerprint} what="fingerprint" />,
    },
    ip_address: {
      header: 'IP address',
      size: 148,
      meta: { skeleton: '90px' },
      cell: ({ row: { original } }) => (
        <span className={classes['text']}>{original.value.ip_address ?? ''}</span>
      ),
    },
    session: {
      header: 'Session',
      size: 148,
      meta: { skeleton: '100px' },
      cell: ({ row }) => <Target value={row.original.value.session} what="session" />,
    },
    request_id: {
      header: 'Request ID',
      size: 320,
      meta: { skeleton: '240px' },
      cell: ({ row }) => <Address value={row.original.value.request_id} what="request ID" />,
    },
    sequence: {
      header: 'Entry',
      size: 92,
      meta: { align: 'end', skeleton: '40px' },
      cell: ({ row }) => row.original.value.sequence,
    },
    hash: {
      header: 'Hash',
      size: 176,
      meta: { skeleton: '130px' },
      cell: ({ row }) => <Address value={row.original.value.hash} what="hash" />,
    },
    ...elsewhere(
      'user_name',
      'user_id',
      'http_status',
      'details',
      'salt',
      'details_need',
      'previous_hash',
      'outcome_sequence',
      'outcome_at',
      'outcome_salt',
      'outcome_hash',
      'outcome_previous_hash',
    ),
  },
  hidden: ['created_id', 'via', 'key_fingerprint', 'ip_address', 'session', 'request_id', 'sequence', 'hash'],
  pinned: ['created_at'],
  search: {
    label: 'Find by address, ID or name',
    textOf: ({ search }) => search,
    filtersOf: (search) => ({ search }),
  },
  filters: {
    search: 'search',
    status: 'tabs',
    sequence: 'link',
    operation: {
      all: 'All actions',
      known: [...changeIds, ...otherEntries],
      found: ({ operation }) => operation,
      label: operationLabel,
    },
    key: {
      all: 'Everyone',
      known: [],
      found: ({ user_id: user, key_fingerprint: fingerprint }) => user ?? fingerprint,
      label: (id, entries) =>
        entries.findLast(({ user_id: user }) => user === id)?.user_name ??
        entries.findLast(({ key_fingerprint: of }) => of === id)?.key_name ??
        id,
    },
  },
  tabs: {
    filter: 'status',
    choices: [
      { value: undefined, label: 'All' },
      { value: 'completed', label: 'Completed' },
      { value: 'rejected', label: 'Rejected' },
      { value: 'failed', label: 'Failed' },
      { value: 'unknown', label: 'No result', isCounted: true },
    ],
  },
  exported: 'activity-log',
  addressesOf: ({ subject, created_id: created }) => [subject, created],
  empty: (
    <EmptyState icon={<IconHistory size={20} />} title="No activity yet">
      Every change made in the console or through the API is recorded here, with its result.
    </EmptyState>
  ),
});
