import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import { unpackWoff } from './woff.ts';

/** DejaVu Sans has Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic letters, and many signs. */
export type SheetFonts = {
  regular: Buffer;
  bold: Buffer;
  /** The text with every character that the font has no picture of written as its number, `[U+4E2D]`. */
  printable: (text: string) => string;
};

let loading: Promise<SheetFonts> | undefined;

/** Read once for the process: they are 1.4 MiB. */
export async function sheetFonts(): Promise<SheetFonts> {
  loading ??= loadFonts();
  return await loading;
}

async function loadFonts(): Promise<SheetFonts> {
  const [regular, bold] = await Promise.all([readFont(400), readFont(700)]);
  const font = create(regular);
  if (!('hasGlyphForCodePoint' in font)) throw new Error('The font of the sheets is a collection of fonts.');
  return { regular, bold, printable: (text) => printable(font, text) };
}

async function readFont(weight: 400 | 700): Promise<Buffer> {
  const url = import.meta.resolve(`@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff`);
  return unpackWoff(await readFile(fileURLToPath(url)));
}

/** Signs that change others and have no picture of their own. */
const invisible = /\p{Cf}|\p{Variation_Selector}/gu;

function printable(font: Font, text: string): string {
  return Array.from(text.replaceAll(invisible, ''), (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    if (character === '\n' || font.hasGlyphForCodePoint(codePoint)) return character;
    return `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
  }).join('');
}
