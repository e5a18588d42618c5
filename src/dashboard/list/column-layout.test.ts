import { describe, expect, it } from 'vitest';
import { defaultLayout, moveTo, parseLayout, writeLayout } from './column-layout.ts';

const columns = { ids: ['created_at', 'amount', 'hash', 'id'], hidden: ['id'], pinned: ['created_at'] };
const layout = defaultLayout(columns);

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
    const moved = { start: moveTo(pinned.columnPinning.start, 'hash', 'created_at'), end: [] };
    expect(writeLayout({ ...pinned, columnPinning: moved })).toBe('*hash,*created_at,amount');
  });

  it('moves a column to where another is, in either direction', () => {
    expect(moveTo(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
    expect(moveTo(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
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
