import { describe, expect, it } from 'vitest';
import { columnsInOrder, moveColumn, pinColumn, toggleColumn } from './column-changes.ts';
import { defaultLayout, readLayout, resizeColumn, writeLayout } from './column-layout.ts';

const columns = [
  { id: 'created_at', isPinned: true },
  { id: 'amount' },
  { id: 'hash' },
  { id: 'id', isHidden: true },
];
const layout = defaultLayout(columns);

describe('a layout of columns', () => {
  it('begins with the columns that are not hidden, in their order', () => {
    expect(writeLayout(layout)).toBe('*created_at,amount,hash');
  });

  it('survives being written and read', () => {
    const changed = resizeColumn(toggleColumn(moveColumn(layout, 'hash', -1), 'id', columns), 'amount', 180);
    expect(writeLayout(changed)).toBe('*created_at,hash,id,amount~180');
    expect(readLayout(writeLayout(changed), columns)).toEqual(changed);
  });

  it('drops what the list does not have and what stands twice, and is none where nothing is left', () => {
    expect(writeLayout(readLayout('amount,evil,amount~90,hash~x', columns) ?? [])).toBe('amount');
    expect(readLayout('evil', columns)).toBeUndefined();
    expect(readLayout(null, columns)).toBeUndefined();
  });

  it('keeps widths between what can be read and what fits', () => {
    expect(writeLayout(resizeColumn(layout, 'hash', 3))).toBe('*created_at,amount,hash~64');
    expect(writeLayout(readLayout('hash~9999', columns) ?? [])).toBe('hash~800');
  });

  it('keeps pinned columns in front', () => {
    const pinned = pinColumn(layout, 'hash', true);
    expect(writeLayout(pinned)).toBe('*created_at,*hash,amount');
    expect(writeLayout(moveColumn(pinned, 'amount', -2))).toBe('*created_at,*hash,amount');
    expect(writeLayout(moveColumn(pinned, 'hash', -1))).toBe('*hash,*created_at,amount');
    expect(writeLayout(pinColumn(pinned, 'created_at', false))).toBe('*hash,created_at,amount');
  });

  it('always shows a column', () => {
    const one = toggleColumn(toggleColumn(layout, 'amount', columns), 'hash', columns);
    expect(toggleColumn(one, 'created_at', columns)).toEqual(one);
  });

  it('names a hidden column where it was, so that nothing moves under the pointer', () => {
    const names = (shown: typeof layout) => columnsInOrder(columns, shown).map(({ column }) => column.id);
    expect(names(layout)).toEqual(['created_at', 'amount', 'hash', 'id']);
    const without = toggleColumn(layout, 'amount', columns);
    expect(names(without)).toEqual(['created_at', 'amount', 'hash', 'id']);
    expect(toggleColumn(without, 'amount', columns)).toEqual(layout);
  });
});
