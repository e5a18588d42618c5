import { finished } from 'node:stream/promises';
import PdfDocument from 'pdfkit';
import type { Instant } from '#domain/time.ts';
import { toDate } from '#domain/time.ts';
import { sheetFonts, type SheetFonts } from './pdf-fonts.ts';

const ink = { text: '#1a1d21', quiet: '#5f6670', line: '#dfe2e6', fill: '#f3f4f6' } as const;

export type Column = { title: string; width: number; isNumber?: boolean };

export type Scale = { value: string; of: string; share: number; level: string; colour: string };

type TextOptions = { size?: number; isBold?: boolean; colour?: string; gap?: number };

const margin = 50;
const footerHeight = 36;
const cellGap = 6;
/** A third party’s text may be of any length: laid out whole, it would take minutes. */
const longestParagraph = 4000;
const longestCell = 1000;
/** Letters per point of a column's width: a row that is full of them still fits on a page. */
const lettersPerPoint = 7;
const mostRows = 300;

/** A document of A4 pages that is written from top to bottom; every text goes through the font's own letters. */
export class PdfSheet {
  readonly #document: PDFKit.PDFDocument;
  readonly #fonts: SheetFonts;
  readonly #chunks: Buffer[] = [];

  private constructor(document: PDFKit.PDFDocument, fonts: SheetFonts) {
    this.#document = document;
    this.#fonts = fonts;
    document.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    document.registerFont('regular', fonts.regular);
    document.registerFont('bold', fonts.bold);
  }

  /** A fixed moment makes the same content the same bytes whenever it is written. */
  static async begin(title: string, createdAt: Instant): Promise<PdfSheet> {
    const fonts = await sheetFonts();
    const document = new PdfDocument({
      size: 'A4',
      margins: { top: margin, left: margin, right: margin, bottom: margin },
      bufferPages: true,
      pdfVersion: '1.7',
      lang: 'en',
      displayTitle: true,
      info: {
        Title: fonts.printable(title),
        Creator: 'Wallet Console',
        Producer: 'Wallet Console',
        CreationDate: toDate(createdAt),
        ModDate: toDate(createdAt),
      },
    });
    return new PdfSheet(document, fonts);
  }

  get width(): number {
    return this.#document.page.width - 2 * margin;
  }

  /** A paragraph over the whole width. */
  write(text: string, { size = 9, isBold = false, colour = ink.text, gap = 4 }: TextOptions = {}): void {
    const written = this.#printable(text, longestParagraph);
    this.#choose(size, isBold, colour);
    this.#makeRoom(this.#document.heightOfString(written, { width: this.width }));
    this.#choose(size, isBold, colour);
    this.#document.text(written, margin, this.#document.y, { width: this.width });
    this.#document.y += gap;
  }

  heading(text: string): void {
    this.#document.y += 12;
    this.#makeRoom(70);
    this.write(text, { size: 11, isBold: true, gap: 5 });
  }

  /** Names and values side by side. */
  facts(facts: readonly (readonly [name: string, value: string])[]): void {
    const nameWidth = 120;
    for (const [name, value] of facts.slice(0, mostRows)) {
      const title = this.#printable(name, longestCell);
      const written = this.#printable(value, longestCell);
      this.#choose(9, false, ink.text);
      const height = Math.max(
        this.#document.heightOfString(written, { width: this.width - nameWidth }),
        this.#document.heightOfString(title, { width: nameWidth - cellGap }),
      );
      this.#makeRoom(height);
      const { y } = this.#document;
      this.#choose(9, false, ink.quiet);
      this.#document.text(title, margin, y, { width: nameWidth - cellGap });
      this.#choose(9, false, ink.text);
      this.#document.text(written, margin + nameWidth, y, { width: this.width - nameWidth });
      this.#document.y = y + height + 4;
    }
    this.#sayHowManyMore(facts.length);
  }

  /** Paragraphs without gaps between them. */
  lines(lines: readonly string[]): void {
    for (const line of lines.slice(0, mostRows)) this.write(line, { gap: 2 });
    this.#sayHowManyMore(lines.length);
  }

  /** A number of a scale, its level as a label, and how far along the scale it is, from 0 to 1. */
  scale({ value, of, share, level, colour }: Scale): void {
    const height = 58;
    this.#makeRoom(height + 10);
    const { y } = this.#document;
    this.#document.roundedRect(margin, y, this.width, height, 4).fill(ink.fill);
    this.#choose(24, true, colour);
    this.#document.text(value, margin + 14, y + 9, { width: 110, lineBreak: false });
    this.#choose(8, false, ink.quiet);
    this.#document.text(of, margin + 14, y + 39, { lineBreak: false });
    this.#choose(11, true, colour);
    this.#document.text(level, margin + 130, y + 13, { lineBreak: false });
    const bar = this.width - 130 - 14;
    this.#document.roundedRect(margin + 130, y + 36, bar, 7, 3.5).fill(ink.line);
    if (share > 0) {
      this.#document.roundedRect(margin + 130, y + 36, Math.max(7, bar * share), 7, 3.5).fill(colour);
    }
    this.#document.x = margin;
    this.#document.y = y + height + 6;
  }

  /** Rows under a header that is repeated on every page. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    this.#headerRow(columns);
    for (const row of rows.slice(0, mostRows)) {
      const cells = columns.map(({ width }, i) =>
        this.#printable(row[i] ?? '', Math.min(longestCell, lettersPerPoint * width)),
      );
      this.#choose(8.5, false, ink.text);
      const heights = columns.map(({ width }, i) =>
        this.#document.heightOfString(cells[i] ?? '', { width: width - 2 * cellGap }),
      );
      const height = Math.max(...heights) + 7;
      if (this.#makeRoom(height)) this.#headerRow(columns);
      this.#row(columns, cells, height, ink.text);
    }
    this.#document.y += 4;
    this.#sayHowManyMore(rows.length);
  }

  /** Writes the line at the foot of each page and returns the whole document. */
  async end(footer: string): Promise<Buffer> {
    const { count } = this.#document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#document.switchToPage(page);
      // Text below the margin would otherwise begin a page of its own.
      this.#document.page.margins.bottom = 0;
      const y = this.#document.page.height - margin + 4;
      this.#choose(7.5, false, ink.quiet);
      this.#document.text(this.#fonts.printable(footer), margin, y, { lineBreak: false });
      this.#document.text(`Page ${page + 1} of ${count}`, margin, y, { width: this.width, align: 'right' });
    }
    this.#document.end();
    await finished(this.#document);
    return Buffer.concat(this.#chunks);
  }

  #headerRow(columns: readonly Column[]): void {
    this.#makeRoom(40);
    const { y } = this.#document;
    this.#document.rect(margin, y, this.width, 18).fill(ink.fill);
    this.#document.y = y + 1;
    this.#row(
      columns,
      columns.map(({ title }) => title),
      17,
      ink.quiet,
    );
  }

  #row(columns: readonly Column[], cells: readonly string[], height: number, colour: string): void {
    const { y } = this.#document;
    let x = margin;
    for (const [i, { width, isNumber = false }] of columns.entries()) {
      this.#choose(8.5, false, colour);
      this.#document.text(cells[i] ?? '', x + cellGap, y + 3, {
        width: width - 2 * cellGap,
        align: isNumber ? 'right' : 'left',
      });
      x += width;
    }
    const bottom = y + height;
    this.#document
      .moveTo(margin, bottom)
      .lineTo(margin + this.width, bottom)
      .lineWidth(0.5)
      .stroke(ink.line);
    this.#document.x = margin;
    this.#document.y = bottom;
  }

  /** In the font's own letters; of a too long text the beginning, and its length. */
  #printable(text: string, longest: number): string {
    if (text.length <= longest) return this.#fonts.printable(text);
    return this.#fonts.printable(`${text.slice(0, longest)}… (${text.length} characters in all)`);
  }

  #sayHowManyMore(all: number): void {
    if (all > mostRows) this.write(`${all - mostRows} more are not printed here.`, { colour: ink.quiet });
  }

  #choose(size: number, isBold: boolean, colour: string): void {
    this.#document
      .font(isBold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(colour);
  }

  /** Begins a page where so much no longer fits on this one; says whether it did. */
  #makeRoom(height: number): boolean {
    const bottom = this.#document.page.height - margin - footerHeight + 20;
    if (this.#document.y + height <= bottom) return false;
    this.#document.addPage();
    return true;
  }
}
