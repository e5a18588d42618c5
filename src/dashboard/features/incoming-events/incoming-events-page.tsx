import { Text } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import type { IncomingEvent } from '#contract/gateway/incoming-events.ts';
import { defineList } from '#dashboard/list/define-list.tsx';
import { createdAtColumn, elsewhere } from '#dashboard/list/list-columns.tsx';
import { Address } from '#dashboard/ui/address.tsx';
import type { ColumnOf } from '#dashboard/ui/data-table/table-columns.ts';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { formatInteger } from '#domain/format.ts';
import { incomingEventPath, incomingEvents, incomingEventsPath } from './incoming-events.queries.ts';

/** A column of what events say: text as received, never a badge or an amount that looks proved. */
function claimColumn(id: keyof IncomingEvent, header: string, size: number): ColumnOf<IncomingEvent> {
  return {
    header,
    size,
    meta: { skeleton: '90px' },
    cell: ({ row }) => row.original.value[id],
  };
}

/** The same for what is long and copied. */
function idColumn(
  id: 'hash' | 'sender_wallet' | 'recipient_wallet',
  header: string,
  what: string,
): ColumnOf<IncomingEvent> {
  return {
    header,
    size: 168,
    meta: { skeleton: '120px' },
    cell: ({ row }) => {
      const value = row.original.value[id];
      return value === null ? null : <Address value={value} what={what} />;
    },
  };
}

export const { Component, loader } = defineList({
  source: incomingEvents,
  nouns: ['event', 'events'],
  path: incomingEventsPath,
  rowPath: incomingEventPath,
  columns: {
    created_at: createdAtColumn<IncomingEvent>(),
    claim: {
      header: 'Reported',
      size: 240,
      meta: { card: 'start', skeleton: '160px' },
      cell: ({ row }) => claimOf(row.original.value),
    },
    hash: idColumn('hash', 'Hash', 'transaction hash'),
    times: {
      header: 'Received',
      size: 110,
      meta: { card: 'end', align: 'end', skeleton: '50px' },
      cell: ({ row }) => timesOf(row.original.value.times),
    },
    problems: {
      header: 'Problems',
      size: 240,
      meta: { skeleton: '120px' },
      cell: ({ row }) => row.original.value.problems?.join('; '),
    },
    source: claimColumn('source', 'Sent from', 148),
    external_id: claimColumn('external_id', 'Reference', 148),
    sender_wallet: idColumn('sender_wallet', 'Sender', 'address'),
    recipient_wallet: idColumn('recipient_wallet', 'Recipient', 'address'),
    fee: claimColumn('fee', 'Fee', 110),
    block: claimColumn('block', 'Block', 110),
    user_id: claimColumn('user_id', 'User ID', 148),
    ...elsewhere(
      'id',
      'last_received_at',
      'replayed_at',
      'amount',
      'created',
      'currency',
      'direction',
      'status',
      'body',
    ),
  },
  hidden: ['external_id', 'sender_wallet', 'recipient_wallet', 'fee', 'block', 'user_id'],
  pinned: ['created_at'],
  search: {
    label: 'Find by any value in the event',
    textOf: ({ search }) => search,
    filtersOf: (search) => ({ search }),
  },
  filters: { search: 'search', id: 'link' },
  addressesOf: ({ hash, sender_wallet: sender, recipient_wallet: recipient }) => [hash, sender, recipient],
  timesOf: ({ created_at: at }) => [at],
  above: (
    <Text c="dimmed" size="sm">
      Events aren’t proof: anyone with the webhook URL can send one. Open pages reload their data when one
      arrives. Transactions shows what really happened.
    </Text>
  ),
  empty: (
    <EmptyState icon={<IconWebhook size={20} />} title="No events yet">
      Give your provider the URL from Settings, Events. Events are listed here for 30 days.
    </EmptyState>
  ),
});

/** Sums up what an event reports, as far as it reports anything: “in 150.25 USDT, confirmed”. */
function claimOf({ direction, amount, currency, status }: Partial<IncomingEvent>): string {
  const moved = [direction, amount, currency].filter(Boolean).join(' ');
  return [moved, status].filter(Boolean).join(', ');
}

function timesOf(times: number | undefined): string {
  if (times === undefined) return '';
  return times === 1 ? 'Once' : `${formatInteger(times)} times`;
}
