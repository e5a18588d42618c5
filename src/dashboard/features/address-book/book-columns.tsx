import type { BookEntry } from '#contract/gateway/address-book.ts';
import { networkName } from '../../lib/network-words.ts';
import { Address } from '../../ui/address.tsx';
import { columnsOf } from '../../ui/data-table/table-columns.ts';
import { TimeHeader } from '../../ui/time-header.tsx';
import { Time } from '../../ui/time.tsx';
import { amlColumn } from '../aml/column/aml-column.tsx';
import classes from './address-book.module.css';
import { CoolingOff } from './cooling-off.tsx';

const column = columnsOf<BookEntry>();

export const bookColumns = column.columns([
  column.display({
    id: 'name',
    header: 'Name',
    meta: { isRowHeader: true, width: 'min(200px, 42vw)', skeleton: '150px', sortKey: 'name' },
    cell: ({ row }) => {
      const { name } = row.original.value;
      return (
        // A name in a script from right to left is cut at its own end.
        <span className={classes['name']} title={name} dir="auto">
          {name ?? 'unreadable'}
        </span>
      );
    },
  }),
  column.display({
    id: 'network',
    header: 'Network',
    meta: { width: '94px', skeleton: '70px' },
    cell: ({ row }) => networkName(row.original.value.network ?? 'unreadable'),
  }),
  column.display({
    id: 'address',
    header: 'Address',
    meta: { width: '190px', skeleton: '150px' },
    cell: ({ row: { original } }) => (
      <Address value={original.value.address} network={original.value.network} kind="address" />
    ),
  }),
  amlColumn<BookEntry>(),
  column.display({
    id: 'usable_from',
    header: 'Cooling-off',
    meta: { width: '130px', skeleton: '60px' },
    cell: ({ row }) => <CoolingOff until={row.original.value.usable_from} />,
  }),
  column.display({
    id: 'note',
    header: 'Note',
    meta: { width: '160px', skeleton: '120px' },
    cell: ({ row }) => (
      <span className={classes['note']} title={row.original.value.note} dir="auto">
        {row.original.value.note}
      </span>
    ),
  }),
  column.display({
    id: 'added_at',
    header: () => <TimeHeader word="Added" />,
    meta: { width: '176px', skeleton: '130px', sortKey: 'added_at' },
    cell: ({ row }) => <Time value={row.original.value.added_at} />,
  }),
]);
