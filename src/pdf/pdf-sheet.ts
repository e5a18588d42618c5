import { finished } from 'node:stream/promises';
import type { Instant } from '#domain/time.ts';
import { toDate } from '#domain/time.ts';
import type { SheetFonts } from './pdf-fonts.ts';

const ink = { text: '#1a1d21', quiet: '#5f6670', line: '#dfe2e6', fill: '#f3f4f6' } as const;

export type Column = {
  title: string;
  width: number;
  isNumber?: boolean;
  /** Leaves room for so many decimals, so that the decimal points of a column of numbers align. */
  places?: number;
  /** Hardly any two cells are the same: PDFKit would hold how each word is laid out, 5 KB, until the end. */
  isVaried?: boolean;
};

/** How rows of a table look. Default: 8.5 points, not bold. */
export type RowLook = { size?: number; isBold?: boolean };

/**
 * A document that is handed out while it is written, so that it may be of any length. The footer is the line at the foot of
 * each page.
 */
type Streamed = { output: (bytes: Buffer) => void; footer: string };

/** The right end of a text, and its top, in points. */
type Place = { right: number; y: number };

type PageNumber = Place & { content: PDFKit.PDFKitReference };

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
const usualSize = 8.5;

/** A document of A4 pages that is written from top to bottom; every text goes through the font's own letters. */
export class PdfSheet {
  readonly #document: PDFKit.PDFDocument;
  readonly #fonts: SheetFonts;
  readonly #chunks: Buffer[] = [];
  readonly #streamed: Streamed | undefined;
  /**
   * The numbers of pages that were handed out. Each is content of its own, written at the end: only then is it known how
   * many pages there are.
   */
  readonly #numbers: PageNumber[] = [];
  #isLandscape = false;

  private constructor(document: PDFKit.PDFDocument, fonts: SheetFonts, streamed: Streamed | undefined) {
    this.#document = document;
    this.#fonts = fonts;
    this.#streamed = streamed;
    document.on('data', streamed?.output ?? ((chunk: Buffer) => this.#chunks.push(chunk)));
    document.registerFont('regular', fonts.regular);
    document.registerFont('bold', fonts.bold);
  }

  /** A fixed moment makes the same content the same bytes whenever it is written. */
  static async begin(title: string, createdAt: Instant, streamed?: Streamed): Promise<PdfSheet> {
    // Read with the first document: every start would wait for their dozens of files.
    const [{ default: PdfDocument }, { sheetFonts }] = await Promise.all([
      import('pdfkit'),
      import('./pdf-fonts.ts'),
    ]);
    const fonts = await sheetFonts();
    const document = new PdfDocument({
      size: 'A4',
      margins: { top: margin, left: margin, right: margin, bottom: margin },
      bufferPages: streamed === undefined,
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
    return new PdfSheet(document, fonts, streamed);
  }

  get width(): number {
    return this.#document.page.width - 2 * margin;
  }

  /** Begins a page. It and those after it are upright, or on their side. */
  beginPage({ isLandscape }: { isLandscape: boolean }): void {
    this.#isLandscape = isLandscape;
    this.#addPage();
  }

  /** How wide a text is on one line. */
  widthOf(text: string, { size = usualSize, isBold = false }: RowLook = {}): number {
    this.#choose(size, isBold, ink.text);
    return this.#document.widthOfString(this.#printable(text, longestCell));
  }

  /** How high a row of one line is. */
  rowHeight(look: RowLook = {}): number {
    return this.#heightOf([{ title: '', width: this.width }], ['0'], look);
  }

  /** Begins a page where so much doesn’t fit on this one. */
  keepTogether(height: number): void {
    this.#makeRoom(height);
  }

  /** Leaves so much room, in points. */
  gap(height: number): void {
    this.#document.y += height;
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

  /** Rows under a header that is repeated on every page. Of too many, the beginning. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    this.tableHeader(columns);
    this.tableRows(columns, rows.slice(0, mostRows));
    this.#document.y += 4;
    this.#sayHowManyMore(rows.length);
  }

  /** The header of a table whose rows come piece by piece, all of them, with `tableRows`. */
  tableHeader(columns: readonly Column[], { size = usualSize }: RowLook = {}): void {
    const plain = columns.map(({ title, width, isNumber = false }) => ({ title, width, isNumber }));
    const titles = plain.map(({ title }) => title);
    const height = this.#heightOf(plain, titles, { size });
    this.#makeRoom(height + 24);
    const { y } = this.#document;
    this.#document.rect(margin, y, this.width, height + 1).fill(ink.fill);
    this.#document.y = y + 1;
    this.#row(plain, titles, { size, height, colour: ink.quiet });
  }

  /** The next rows of a table, under its header wherever a page begins. */
  tableRows(columns: readonly Column[], rows: readonly (readonly string[])[], look: RowLook = {}): void {
    const { size = usualSize, isBold = false } = look;
    for (const row of rows) {
      const cells = columns.map(({ width }, i) =>
        this.#printable(row[i] ?? '', Math.min(longestCell, lettersPerPoint * width)),
      );
      const height = this.#heightOf(columns, cells, { size, isBold });
      if (this.#makeRoom(height)) this.tableHeader(columns, look);
      this.#row(columns, cells, { size, isBold, height, colour: ink.text });
    }
  }

  /** Writes the line at the foot of each page and returns the whole document. */
  async end(footer: string): Promise<Buffer> {
    const { count } = this.#document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#document.switchToPage(page);
      this.#writePageNumber(page + 1, count, this.#writeFooter(footer));
    }
    this.#document.end();
    await finished(this.#document);
    return Buffer.concat(this.#chunks);
  }

  /** Ends a document that is streamed: all of it has been handed out. */
  async endStream(): Promise<void> {
    if (this.#streamed === undefined) throw new Error('This document isn’t streamed.');
    this.#endPage(this.#streamed);
    const { page } = this.#document;
    const { content } = page;
    for (const [index, { content: own, right, y }] of this.#numbers.entries()) {
      // What PDFKit writes on a page goes to its content.
      page.content = own;
      this.#writePageNumber(index + 1, this.#numbers.length, { right, y });
      own.end(undefined);
    }
    page.content = content;
    this.#document.end();
    await finished(this.#document);
  }

  /** Ends a page that is handed out. Its number follows. */
  #endPage({ footer }: Streamed): void {
    const { page } = this.#document;
    const content = this.#document.ref({});
    this.#numbers.push({ ...this.#writeFooter(footer), content });
    Object.assign(page.dictionary.data, { Contents: [page.content, content] });
  }

  /** Writes the line at the foot of the page; returns where the number of the page belongs. */
  #writeFooter(footer: string): Place {
    // Text below the margin would otherwise begin a page of its own.
    this.#document.page.margins.bottom = 0;
    const y = this.#document.page.height - margin + 4;
    this.#choose(7.5, false, ink.quiet);
    this.#document.text(this.#fonts.printable(footer), margin, y, { lineBreak: false });
    return { right: margin + this.width, y };
  }

  #writePageNumber(page: number, count: number, { right, y }: Place): void {
    const text = `Page ${page} of ${count}`;
    this.#choose(7.5, false, ink.quiet);
    this.#document.text(text, right - this.#document.widthOfString(text), y, { lineBreak: false });
  }

  #heightOf(
    columns: readonly Column[],
    cells: readonly string[],
    { size = usualSize, isBold = false }: RowLook,
  ): number {
    this.#choose(size, isBold, ink.text);
    const heights = columns.map((column, i) =>
      this.#document.heightOfString(cells[i] ?? '', {
        width: column.width - 2 * cellGap,
        ...layoutOf(column),
      }),
    );
    return Math.max(...heights) + 7;
  }

  #row(
    columns: readonly Column[],
    cells: readonly string[],
    { size = usualSize, isBold = false, height, colour }: RowLook & { height: number; colour: string },
  ): void {
    const { y } = this.#document;
    let x = margin;
    this.#choose(size, isBold, colour);
    for (const [i, column] of columns.entries()) {
      const { width, isNumber = false, places = 0 } = column;
      const cell = cells[i] ?? '';
      if (cell !== '') {
        this.#document.text(cell, x + cellGap, y + 3, {
          width: width - 2 * cellGap - (isNumber ? this.#roomFor(cell, places) : 0),
          align: isNumber ? 'right' : 'left',
          ...layoutOf(column),
        });
      }
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

  /** The width of the decimals that the number doesn't have. */
  #roomFor(number: string, places: number): number {
    const decimals = number.split('.')[1]?.length ?? 0;
    if (decimals >= places) return 0;
    const point = decimals === 0 ? '.' : '';
    return this.#document.widthOfString(`${point}${'0'.repeat(places - decimals)}`);
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
    this.#addPage();
    return true;
  }

  #addPage(): void {
    if (this.#streamed !== undefined) this.#endPage(this.#streamed);
    this.#document.addPage({
      size: 'A4',
      layout: this.#isLandscape ? 'landscape' : 'portrait',
      margins: { top: margin, left: margin, right: margin, bottom: margin },
    });
  }
}

/** PDFKit keeps no layout of texts with font features of their own, not even where these are none. */
function layoutOf({ isVaried = false }: Column): { features?: [] } {
  return isVaried ? { features: [] } : {};
}
