import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ReadRow } from '#contract/read-answer.ts';
import { gridOf, type ListTable, shownColumns } from '#dashboard/ui/data-table/table-columns.ts';
import { defaultLayout, knownColumns, parseLayout, writeLayout } from './column-layout.ts';
import { useListTable } from './use-list-table.ts';

type Item = { id: string };

const columns = ['created_at', 'amount', 'hash', 'id'].map((id) => ({ id, header: id, size: 100 }));
const known = knownColumns(columns, { hidden: ['id'], pinned: ['created_at'] });
const rows = ['a', 'b', 'c'].map((id): ReadRow<Item> => ({ isWhole: true, value: { id }, problems: [] }));

/** A table with the column layout of its URL, which each change rewrites. */
function start() {
  let address = writeLayout(defaultLayout(known));
  const draw = () => {
    let drawn: ListTable<Item> | undefined;
    function Table({ see }: { see: (table: ListTable<Item>) => null }) {
      const table = useListTable({
        columns,
        rows,
        rowId: ({ value }) => value.id ?? '',
        layout: {
          layout: parseLayout(address, known) ?? defaultLayout(known),
          density: 'regular',
          isDefault: true,
          change: (update) => {
            address = writeLayout(update(parseLayout(address, known) ?? defaultLayout(known)));
          },
          changeDensity: () => undefined,
          reset: () => undefined,
        },
      });
      return see(table);
    }
    const see = (table: ListTable<Item>) => {
      drawn = table;
      return null;
    };
    renderToStaticMarkup(<Table see={see} />);
    if (drawn === undefined) throw new Error('Nothing was drawn.');
    return drawn;
  };
  return {
    draw,
    /** What the address says after a change to the table. */
    after: (change: (table: ListTable<Item>) => void) => {
      change(draw());
      return address;
    },
  };
}

it('shows, hides and pins columns, as its address then says', () => {
  const { draw, after } = start();
  expect(shownColumns(draw()).map(({ id, stickyAt }) => [id, stickyAt])).toEqual([
    ['created_at', 40],
    ['amount', undefined],
    ['hash', undefined],
  ]);
  expect(after((table) => table.getColumn('id')?.toggleVisibility())).toBe('*created_at,amount,hash,id');
  expect(after((table) => table.getColumn('hash')?.pin('start'))).toBe('*created_at,*hash,amount,id');
  expect(shownColumns(draw()).map(({ stickyAt }) => stickyAt)).toEqual([40, 140, undefined, undefined]);
  expect(after((table) => table.getColumn('created_at')?.pin(false))).toBe('*hash,created_at,amount,id');
  expect(after((table) => table.getColumn('id')?.toggleVisibility())).toBe('*hash,created_at,amount');
});

it('keeps what was changed since it was drawn', () => {
  const { draw, after } = start();
  const table = draw();
  table.getColumn('hash')?.toggleVisibility();
  expect(after(() => table.getColumn('id')?.toggleVisibility())).toBe('*created_at,amount,id');
});

it('gives each column its width, and the table the sum', () => {
  const { draw, after } = start();
  expect(gridOf(shownColumns(draw())).minWidth).toBe(340);
  expect(after((table) => table.setColumnSizing({ amount: 200 }))).toBe('*created_at,amount~200,hash');
  expect(gridOf(shownColumns(draw())).minWidth).toBe(440);
});
