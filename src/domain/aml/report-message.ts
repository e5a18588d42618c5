/** A piece of a line, in one kind of type. Text, whatever it looks like. */
type MessageSpan = { text: string; isBold: boolean; isItalic: boolean };

/** Empty where the line is. */
export type MessageLine = readonly MessageSpan[];

/**
 * The provider's message as lines of plain text. Line breaks, bold and italic are read; a link becomes its words with
 * its URL behind them. Every other tag, and each that carries attributes, stays in the text unchanged, so that nothing
 * of the message is hidden and nothing of it is ever markup. Entities are decoded once. Linear in the length.
 */
export function parseReportMessage(message: string): MessageLine[] {
  const lines = new Lines();
  let end = 0;
  for (const tag of message.matchAll(TAG)) {
    const apply = effectOf(tag[1] === '/', (tag[2] ?? '').toLowerCase(), tag[3] ?? '');
    if (apply === undefined) continue;
    lines.write(message.slice(end, tag.index));
    apply(lines);
    end = tag.index + tag[0].length;
  }
  lines.write(message.slice(end));
  return lines.finish();
}

const TAG = /<(\/?)([a-z]{1,6}\d?)(\s[^<>]*|\/)?>/gi;
const LINK = /^\s+href\s*=\s*(?:"(https?:\/\/[^"\s]+)"|'(https?:\/\/[^'\s]+)')\s*$/i;

const boldTags = new Set(['b', 'strong', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const italicTags = new Set(['i', 'em']);
const blockTags = new Set(['p', 'div', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** What the tag does to the text; undefined where it is to be read as text itself. */
function effectOf(
  isClosing: boolean,
  name: string,
  attributes: string,
): ((lines: Lines) => void) | undefined {
  if (name === 'a') {
    if (isClosing) return attributes === '' ? (lines) => lines.closeLink() : undefined;
    const link = LINK.exec(attributes);
    const address = link?.[1] ?? link?.[2];
    return address === undefined ? undefined : (lines) => lines.openLink(address);
  }
  if (attributes.replace('/', '').trim() !== '') return undefined;
  if (name === 'br') return (lines) => lines.breakLine();
  if (!boldTags.has(name) && !italicTags.has(name) && !blockTags.has(name)) return undefined;
  return (lines) => {
    if (blockTags.has(name)) lines.beginBlock();
    if (boldTags.has(name)) lines.setBold(!isClosing);
    if (italicTags.has(name)) lines.setItalic(!isClosing);
    if (name === 'li' && !isClosing) lines.write('• ');
  };
}

class Lines {
  readonly #lines: MessageSpan[][] = [[]];
  #boldDepth = 0;
  #italicDepth = 0;
  #link: { address: string; text: string } | undefined;
  #isAfterBreak = false;

  write(source: string): void {
    // The line break that is written behind `<br>` to keep the source readable is no second one.
    const text = this.#isAfterBreak ? source.replace(/^[ \t]*\r?\n/, '') : source;
    if (source !== '') this.#isAfterBreak = false;
    for (const [index, part] of text.split(/\r\n|\r|\n/).entries()) {
      if (index > 0) this.#lines.push([]);
      this.#add(decodeEntities(part));
    }
  }

  breakLine(): void {
    this.#lines.push([]);
    this.#isAfterBreak = true;
  }

  /** Begins a line, unless one has just begun. */
  beginBlock(): void {
    if (this.#line().some((span) => span.text.trim() !== '')) this.#lines.push([]);
    this.#isAfterBreak = true;
  }

  setBold(isBold: boolean): void {
    this.#boldDepth = Math.max(0, this.#boldDepth + (isBold ? 1 : -1));
  }

  setItalic(isItalic: boolean): void {
    this.#italicDepth = Math.max(0, this.#italicDepth + (isItalic ? 1 : -1));
  }

  openLink(address: string): void {
    this.closeLink();
    this.#link = { address: decodeEntities(address), text: '' };
  }

  closeLink(): void {
    const link = this.#link;
    this.#link = undefined;
    if (link !== undefined && !link.text.includes(link.address)) this.#add(` (${link.address})`);
  }

  /** The lines without empty ones at either end, and never more than one between two others. */
  finish(): MessageLine[] {
    this.closeLink();
    const isEmpty = (line: MessageLine) => line.every((span) => span.text.trim() === '');
    const kept: MessageLine[] = [];
    for (const line of this.#lines) {
      const previous = kept.at(-1);
      if (!isEmpty(line)) kept.push(line);
      else if (previous !== undefined && previous.length > 0) kept.push([]);
    }
    if (kept.at(-1)?.length === 0) kept.pop();
    return kept;
  }

  #line(): MessageSpan[] {
    const last = this.#lines.at(-1);
    if (last === undefined) throw new Error('There is always a line.');
    return last;
  }

  #add(text: string): void {
    if (text === '') return;
    if (this.#link !== undefined) this.#link.text += text;
    const line = this.#line();
    const span = { text, isBold: this.#boldDepth > 0, isItalic: this.#italicDepth > 0 };
    const last = line.at(-1);
    if (last?.isBold === span.isBold && last.isItalic === span.isItalic) last.text += text;
    else line.push(span);
  }
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  bull: '•',
  middot: '·',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  euro: '€',
};

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (source, number, hex, name) => {
    if (typeof name === 'string')
      return Object.hasOwn(namedEntities, name) ? String(namedEntities[name]) : source;
    const code = typeof number === 'string' ? Number(number) : Number.parseInt(String(hex), 16);
    return isVisible(code) ? String.fromCodePoint(code) : source;
  });
}

/** A valid character: neither a control character nor half of a pair nor beyond the last one. */
function isVisible(code: number): boolean {
  const isControl = code < 32 || (code >= 127 && code < 160);
  const isSurrogate = code >= 0xd8_00 && code <= 0xdf_ff;
  return !isControl && !isSurrogate && code <= 0x10_ff_ff;
}
