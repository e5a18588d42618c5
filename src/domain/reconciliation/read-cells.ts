import { type Decimal, parseDecimal } from '../decimal.ts';
import { type Instant, parseForeignTime, parseTimestamp } from '../time.ts';
import type { FileMapping } from './file-mapping.ts';

/** What a cell says, or why it can’t be read: a sentence that goes on after the column’s name. */
export type ReadCell<T> = { ok: true; value: T } | { ok: false; problem: string };

const read = <T>(value: T): ReadCell<T> => ({ ok: true, value });
const unreadable = <T>(problem: string): ReadCell<T> => ({ ok: false, problem });

const numberForms = {
  point: { pattern: /^(?:\d+|\d{1,3}(?:[, '’]\d{3})+)?(?:\.\d+)?$/, groups: /[, '’]/g, mark: '.' },
  comma: { pattern: /^(?:\d+|\d{1,3}(?:[. '’]\d{3})+)?(?:,\d+)?$/, groups: /[. '’]/g, mark: ',' },
} as const satisfies Record<FileMapping['number_format'], unknown>;

const examples = { point: '1,234.56', comma: '1.234,56' } as const;

/** All digits of an amount. Its groups must have three digits each, because `1,23` would be another amount than `1.23`. */
export function readAmountCell(text: string, format: FileMapping['number_format']): ReadCell<Decimal> {
  const { pattern, groups, mark } = numberForms[format];
  const spaced = text.replaceAll(/[\u00A0\u202F\u2009]/g, ' ').trim();
  if (/\d[eE][+-]?\d+$/.test(spaced)) {
    return unreadable(`“${text}” is in scientific notation, so digits may be missing`);
  }
  const isNegative = /^[-−]|[-−]$|^\(.*\)$/.test(spaced);
  const digits = spaced.replace(/^[-−+]|[-−]$|^\((.*)\)$/, '$1').trim();
  if (digits === '' || !pattern.test(digits)) {
    return unreadable(`“${text}” isn’t an amount such as ${examples[format]}`);
  }
  const plain = digits.replaceAll(groups, '').replace(mark, '.').replace(/^\./, '0.');
  const value = parseDecimal(isNegative ? `-${plain}` : plain);
  return value === undefined ? unreadable(`“${text}” has too many digits`) : read(value);
}

const incoming = new Set(['in', 'incoming', 'inflow', 'received', 'receive', 'deposit', 'credit', 'cr', '+']);
const outgoing = new Set(['out', 'outgoing', 'outflow', 'sent', 'send', 'withdrawal', 'debit', 'dr', '-']);

export function readDirectionCell(text: string): ReadCell<'in' | 'out'> {
  const word = text.toLowerCase();
  if (incoming.has(word)) return read('in');
  if (outgoing.has(word)) return read('out');
  const known = 'in, incoming, received, deposit, credit, out, outgoing, sent, withdrawal or debit';
  return unreadable(`“${text}” isn’t a direction such as ${known}`);
}

const clock =
  /^(?:[T ,]+(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d)(?:[.,](?<fraction>\d{1,9}))?)?(?: ?(?<half>[AaPp])\.?[Mm]\.?)?)?$/;
const zoneAtEnd = / ?(?:Z|UTC|GMT|\(UTC\)|(?<offset>[+-]\d\d:?(?:\d\d)?))$/i;
const dates = {
  ymd: /^(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})/,
  dmy: /^(?<day>\d{1,2})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<year>\d{4})/,
  mdy: /^(?<month>\d{1,2})(?<mark>[-/.])(?<day>\d{1,2})\k<mark>(?<year>\d{4})/,
} as const satisfies Record<FileMapping['date_order'], RegExp>;

const dateExamples = { ymd: '2026-01-31', dmy: '31.01.2026', mdy: '01/31/2026' } as const;

/**
 * A date with or without a time. Times that say their zone are of that zone; all others of the one that `momentsOf` knows. A
 * date alone is its first moment, and a time that clocks show twice the first of both.
 */
export function readTimeCell(
  text: string,
  order: FileMapping['date_order'],
  momentsOf: (clock: Date) => readonly Instant[],
): ReadCell<Instant> {
  const published = parseTimestamp(text) ?? parseTimestamp(parseForeignTime(text) ?? '');
  if (published?.zone === 'stated') return read(published.instant);
  const zone = zoneAtEnd.exec(text);
  // A date’s own `-01` is no offset.
  const isZoned = zone !== null && text.includes(':');
  const local = isZoned ? text.slice(0, zone.index) : text;
  const date = dates.ymd.exec(local) ?? dates[order].exec(local);
  const time = date && clock.exec(local.slice(date[0].length));
  if (!date || !time) return unreadable(`“${text}” isn’t a time such as ${dateExamples[order]} 17:30`);
  const canonical = canonicalTime({ ...date.groups, ...time.groups });
  if (canonical === undefined) return unreadable(`“${text}” isn’t a valid date or time`);
  const offset = isZoned ? (zone.groups?.['offset'] ?? 'Z') : 'Z';
  const shown = parseTimestamp(`${canonical}${offset}`)?.instant;
  if (shown === undefined) return unreadable(`“${text}” isn’t a valid date or time`);
  if (isZoned) return read(shown);
  const [moment] = momentsOf(new Date(`${shown.slice(0, 23)}Z`));
  if (moment === undefined) return unreadable(`“${text}” was skipped when clocks went forward`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: an instant, with the microseconds that were written.
  return read(`${moment.slice(0, 23)}${shown.slice(23)}` as Instant);
}

const two = (number: string | number) => String(number).padStart(2, '0');

/** `2026-01-31T17:30:00.000000`. Undefined for an hour that doesn’t exist. */
function canonicalTime(parts: Record<string, string | undefined>): string | undefined {
  const { year = '', month = '', day = '', half } = parts;
  const { hour: written = '0', minute = '00', second = '00', fraction = '0' } = parts;
  const hour = hourOf(Number(written), half?.toLowerCase());
  if (hour === undefined) return undefined;
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}.${fraction}`;
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}
