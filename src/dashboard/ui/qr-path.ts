import { create } from 'qrcode';

/** White modules around the code, without which scanners miss it: four, by the standard. */
const quietZone = 4;

export type QrPicture = {
  /** Width and height of the view box, quiet zone included. */
  size: number;
  /** The dark modules as the data of an SVG path, one unit a module. */
  path: string;
};

/** A text as a QR code to draw. */
export function qrPicture(text: string): QrPicture {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const parts: string[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    let column = 0;
    while (column < modules.size) {
      const start = column;
      while (column < modules.size && modules.get(row, column)) column += 1;
      const width = column - start;
      // A run of dark modules is one rectangle, so that no hairline shows between them.
      if (width > 0) parts.push(`M${start + quietZone} ${row + quietZone}h${width}v1h-${width}z`);
      column += 1;
    }
  }
  return { size: modules.size + 2 * quietZone, path: parts.join('') };
}
