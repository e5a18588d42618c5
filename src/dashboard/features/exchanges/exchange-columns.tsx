import { lazy, Suspense } from 'react';
import { IconArrowRight } from '@tabler/icons-react';
import type { ExchangeTransaction } from '#contract/wallet-service/exchanges.ts';
import { networkName } from '../../lib/network-words.ts';
import { Address } from '../../ui/address.tsx';
import { Amount } from '../../ui/amount.tsx';
import { columnsOf } from '../../ui/data-table/table-columns.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { createdAtColumn } from '../../list/history-columns.tsx';
import { soon } from '../../lib/soon.ts';
import classes from './exchanges.module.css';

// Asked for at once, and not waited for: it brings the arithmetic.
const rateCode = soon(() => import('./rate.tsx'));
const EffectiveRateOf = lazy(async () => ({ default: (await rateCode).EffectiveRateOf }));

const column = columnsOf<ExchangeTransaction>();

/** All that is published of an exchange. Those that are hidden at first can be shown. */
export const exchangeColumns = column.columns([
  createdAtColumn<ExchangeTransaction>(),
  column.display({
    id: 'pair',
    header: 'Pair',
    meta: { label: 'Pair', size: 136, skeleton: '90px' },
    cell: ({ row }) => <Pair {...row.original.value} />,
  }),
  column.display({
    id: 'amount_from',
    header: 'Given',
    meta: { label: 'Given', align: 'end', size: 200, skeleton: '120px', sortKey: 'amount_from' },
    cell: ({ row: { original } }) => (
      <Amount value={original.value.amount_from} currency={original.value.currency_from} />
    ),
  }),
  column.display({
    id: 'amount_to',
    header: 'Received',
    meta: { label: 'Received', align: 'end', size: 200, skeleton: '120px', sortKey: 'amount_to' },
    cell: ({ row: { original } }) => (
      <Amount value={original.value.amount_to} currency={original.value.currency_to} />
    ),
  }),
  column.display({
    id: 'fee',
    header: 'Fee',
    meta: { label: 'Fee', align: 'end', size: 208, skeleton: '90px' },
    cell: ({ row: { original } }) => (
      <Amount value={original.value.fee} currency={original.value.currency_to} />
    ),
  }),
  column.display({
    id: 'rate',
    header: 'Rate',
    meta: { label: 'Rate', align: 'end', size: 150, skeleton: '90px', sortKey: 'rate' },
    cell: ({ row: { original } }) => <Amount value={original.value.rate} />,
  }),
  column.display({
    id: 'effective_rate',
    header: 'After fee',
    meta: { label: 'Rate after fee', align: 'end', size: 240, skeleton: '120px' },
    cell: ({ row: { original } }) => (
      <Suspense>
        <EffectiveRateOf given={original.value.amount_from} received={original.value.amount_to} />
      </Suspense>
    ),
  }),
  column.display({
    id: 'status',
    header: 'Status',
    meta: { label: 'Status', size: 124, skeleton: '84px', sortKey: 'status' },
    cell: ({ row }) => <StatusBadge status={row.original.value.status} />,
  }),
  column.display({
    id: 'network_from',
    header: 'From network',
    meta: { label: 'From network', size: 120, skeleton: '70px' },
    cell: ({ row }) => networkName(row.original.value.network_from ?? 'unreadable'),
  }),
  column.display({
    id: 'network_to',
    header: 'To network',
    meta: { label: 'To network', size: 120, skeleton: '70px' },
    cell: ({ row }) => networkName(row.original.value.network_to ?? 'unreadable'),
  }),
  column.display({
    id: 'transaction_id',
    header: 'Exchange id',
    meta: { label: 'Exchange id', size: 184, skeleton: '140px' },
    cell: ({ row }) => <Address value={row.original.value.transaction_id} what="exchange id" />,
  }),
]);

export function Pair({ currency_from: from, currency_to: to }: Partial<ExchangeTransaction>) {
  return (
    <span className={classes['pair']}>
      {from ?? 'unreadable'}
      <IconArrowRight size={14} aria-label="to" />
      {to ?? 'unreadable'}
    </span>
  );
}
