import { create } from 'qrcode';
import { describe, expect, it } from 'vitest';
import { qrPicture } from './qr-path.ts';

const text = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

/** Which modules a path paints, read back from its rectangles. */
function painted(path: string): Set<string> {
  const cells = new Set<string>();
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let step = 0; step < Number(width); step += 1) cells.add(`${Number(x) + step},${Number(y)}`);
  }
  return cells;
}

describe('the picture of a QR code', () => {
  it('paints every dark module, nothing else, and a quiet zone of four modules around', () => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' });
    const { size, path } = qrPicture(text);
    const cells = painted(path);

    expect(size).toBe(modules.size + 8);
    const expected = new Set<string>();
    for (let row = 0; row < modules.size; row += 1) {
      for (let column = 0; column < modules.size; column += 1) {
        if (modules.get(row, column)) expected.add(`${column + 4},${row + 4}`);
      }
    }
    expect(cells).toEqual(expected);
  });

  it('is another one for another address', () => {
    expect(qrPicture(text).path).not.toBe(qrPicture(`${text}x`).path);
  });
});
