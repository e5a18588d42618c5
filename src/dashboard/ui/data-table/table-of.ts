import {
  type ColumnDef,
  constructTable,
  type RowData,
  type TableFeatures,
  tableFeatures,
} from '@tanstack/react-table';
import { features } from './table-columns.ts';

const nothingToEnd = { unsubscribe: () => undefined };
const subscribe = () => nothingToEnd;

/**
 * In place of a store. What a table shows comes from the address and the service, so it has no state of its own
 * to watch: whatever changes makes a new table. That costs microseconds, and saves the stores of `useTable`
 * (2 KiB of the first page).
 */
const unwatched: NonNullable<TableFeatures['coreReactivityFeature']> = {
  createOptionsStore: false,
  wrapExternalAtoms: false,
  addSubscription: () => undefined,
  createReadonlyAtom: (get) => ({ get, subscribe }),
  createWritableAtom: <T>(initial: T) => {
    let value = initial;
    const set = (next: T | ((previous: T) => T)) => {
      value = typeof next === 'function' ? (next as (previous: T) => T)(value) : next;
    };
    return { get: () => value, set, subscribe };
  },
  untrack: (read) => read(),
  batch: (change) => change(),
  schedule: (later) => later(),
};

const unwatchedFeatures = tableFeatures({ ...features, coreReactivityFeature: unwatched });

/** The table of these rows. Pure: the React Compiler makes it anew only when columns or rows change. */
export function tableOf<Row extends RowData>(
  columns: ColumnDef<typeof features, Row>[],
  rows: Row[],
  rowId: (row: Row, index: number) => string,
) {
  return constructTable({ features: unwatchedFeatures, columns, data: rows, getRowId: rowId });
}
