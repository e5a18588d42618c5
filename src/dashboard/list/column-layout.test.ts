import { describe, expect, it } from 'vitest';
import { defaultLayout, moveColumn, parseLayout, writeLayout } from './column-layout.ts';

const columns = { ids: ['created_at', 'amount', 'hash', 'id'], hidden: ['id'], pinned: ['created_at'] };
const layout = defaultLayout(columns);

/** A layout, as it is written, after a column was moved. */
function moved(from: string, id: string, step: 1 | -1): string {
  return writeLayout(moveColumn(parseLayout(from, columns) ?? layout, id, step));
}

describe('a layout of columns', () => {
  it('begins with the columns that are not hidden, in their order', () => {
    expect(writeLayout(layout)).toBe('*created_at,amount,hash');
  });

  it('survives being written and read', () => {
    const text = '*created_at,hash,id,amount~180';
    const read = parseLayout(text, columns);
    expect(read && writeLayout(read)).toBe(text);
    expect(parseLayout(writeLayout(layout), columns)).toEqual(layout);
  });

  it('drops unknown and repeated columns, and is undefined if nothing remains', () => {
    const read = parseLayout('amount,evil,amount~90,hash~x', columns);
    expect(read && writeLayout(read)).toBe('amount');
    expect(parseLayout('evil', columns)).toBeUndefined();
    expect(parseLayout(null, columns)).toBeUndefined();
  });

  it('keeps widths between what can be read and what fits', () => {
    expect(writeLayout({ ...layout, columnSizing: { hash: 3 } })).toBe('*created_at,amount,hash~64');
    const read = parseLayout('hash~9999', columns);
    expect(read && writeLayout(read)).toBe('hash~800');
  });

  it('keeps pinned columns in front', () => {
    const pinned = { ...layout, columnPinning: { start: ['created_at', 'hash'], end: [] } };
    expect(writeLayout(pinned)).toBe('*created_at,*hash,amount');
    expect(writeLayout(moveColumn(pinned, 'hash', -1))).toBe('*hash,*created_at,amount');
  });

  it('moves a column past the next one that is shown, and not between pinned columns and the others', () => {
    expect(moved('*created_at,amount,hash', 'amount', 1)).toBe('*created_at,hash,amount');
    expect(moved('*created_at,amount,hash', 'hash', -1)).toBe('*created_at,hash,amount');
    // Past `hash`, which is hidden.
    expect(moved('*created_at,amount,id', 'amount', 1)).toBe('*created_at,id,amount');
    expect(moved('*created_at,amount,hash', 'amount', -1)).toBe('*created_at,amount,hash');
    expect(moved('*created_at,amount,hash', 'created_at', 1)).toBe('*created_at,amount,hash');
    expect(moved('*created_at,amount,hash', 'id', 1)).toBe('*created_at,amount,hash');
  });

  it('keeps a hidden column where it was, so that nothing moves under the pointer', () => {
    expect(parseLayout('*created_at,hash', columns)?.columnOrder).toEqual([
      'created_at',
      'amount',
      'hash',
      'id',
    ]);
  });
});
