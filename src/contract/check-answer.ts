import { type AskedQuery, isDefault, isSent, textOf, withDefaults } from './asked-query.ts';
import { compare } from '#domain/arithmetic.ts';
import { type Decimal, isDecimal, isZero, ZERO } from '#domain/decimal.ts';
import { type Instant, lastMomentOfDay, parseDateTimeParameter, parseTimestamp } from '#domain/time.ts';
import { isRestricting, type ParameterMeaning, type SortKey } from './list-parameters.ts';
import type { Operation } from './operation.ts';
import type { StatedPaging } from './read-answer.ts';

/** A row as far as it could be read. */
type Row = { value: Readonly<Record<string, unknown>> };

/**
 * The names of the parameters that the answer proves to have been ignored: its rows, or the paging it states, contradict
 * them. Rows and fields that cannot be read, and addresses that a provider shortened, prove nothing. An empty result
 * does not prove that every parameter worked.
 */
export function ignoredParameters(
  operation: Operation,
  query: AskedQuery,
  rows: readonly Row[],
  paging: StatedPaging,
): string[] {
  const meanings = Object.entries(operation.rows?.parameters ?? {});
  const asked = withDefaults(operation, query);
  const order = orderOf(meanings, asked);
  return meanings.flatMap(([name, meaning]) => {
    const value = textOf(asked[name]);
    if (value === '') return [];
    const isIgnored =
      meaning.kind === 'sort'
        ? order !== undefined && isOutOfOrder(rows, order) && !isReversed(rows, order)
        : meaning.kind === 'direction'
          ? order !== undefined && isReversed(rows, order)
          : meaning.kind === 'limit'
            ? isSent(query, name) && rows.length > Number(value) && !isDefault(operation, name, value)
            : meaning.kind === 'offset'
              ? isOffsetIgnored(Number(value), rows.length, paging)
              : rows.some((row) => contradicts(row, meaning, value));
    return isIgnored ? [name] : [];
  });
}

/** The names of the parameters that say the row doesn't belong to the list. */
export function contradictedBy(operation: Operation, query: AskedQuery, row: Row): string[] {
  return Object.entries(operation.rows?.parameters ?? {}).flatMap(([name, meaning]) => {
    const value = textOf(query[name]);
    return value !== '' && contradicts(row, meaning, value) ? [name] : [];
  });
}

/** Whether the row has enough fields to say that it matches the parameter, or doesn't. */
export function canJudge(operation: Operation, name: string, { value: row }: Row): boolean {
  const meaning = operation.rows?.parameters?.[name];
  if (meaning === undefined || !isRestricting(meaning)) return true;
  if (meaning.kind === 'contains') return meaning.fields.every((field) => isClear(row[field]));
  if (meaning.kind === 'holds') return typeof row[meaning.field] === 'object';
  if (!('field' in meaning) || !isClear(row[meaning.field])) return false;
  return meaning.kind === 'equals' || readSpan(String(row[meaning.field])) !== undefined;
}

function contradicts(row: Row, meaning: ParameterMeaning, asked: string): boolean {
  return matches(row, meaning, asked) === false;
}

/** Whether the row is one that the parameter asks for; undefined where its fields leave that open. */
export function matches({ value: row }: Row, meaning: ParameterMeaning, asked: string): boolean | undefined {
  if (meaning.kind === 'equals') {
    const text = row[meaning.field] ?? (row[meaning.field] === null ? '' : undefined);
    return isClear(text) ? isSameText(text, asked) : undefined;
  }
  if (meaning.kind === 'contains') {
    const part = asked.toLowerCase();
    // Null is no text, so that nothing is found in it.
    const texts = meaning.fields.map((field) => (row[field] === null ? '' : row[field]));
    if (texts.some((text) => isClear(text) && text.toLowerCase().includes(part))) return true;
    return texts.every(isClear) ? false : undefined;
  }
  if (meaning.kind === 'holds') {
    const balances = row[meaning.field];
    return typeof balances === 'object' ? !isZero(balanceOf(balances, asked) ?? ZERO) : undefined;
  }
  if (meaning.kind === 'from' || meaning.kind === 'to') {
    const edge = readEdge(meaning.kind, asked);
    const moment = row[meaning.field];
    const span = typeof moment === 'string' ? readSpan(moment) : undefined;
    if (edge === undefined || span === undefined) return undefined;
    const [isBefore, isAfter] = [span.latest < edge, span.earliest > edge];
    if (meaning.kind === 'from') return isBefore ? false : span.earliest >= edge || undefined;
    return isAfter ? false : span.latest <= edge || undefined;
  }
  return undefined;
}

/** Providers may shorten addresses, which then are the same as many others. */
function isClear(text: unknown): text is string {
  return typeof text === 'string' && !/…|\.{2,}|\*{2,}/.test(text);
}

function isSameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.toLowerCase();
}

/** The moment that a parameter of a range names; undefined for one that names none. */
export function readEdge(edge: 'from' | 'to', asked: string): Instant | undefined {
  const moment = parseDateTimeParameter(asked);
  if (moment === undefined) return undefined;
  return moment.isDateOnly && edge === 'to' ? lastMomentOfDay(moment.instant) : moment.instant;
}

/** Between which moments a time lies that is written with fewer digits than it is kept with, cut or rounded. */
function readSpan(text: string): { earliest: string; latest: string } | undefined {
  const instant = parseTimestamp(text)?.instant;
  if (instant === undefined) return undefined;
  const digits = /[:\d]\.(\d+)/.exec(text)?.[1]?.length ?? 0;
  if (digits >= 6) return { earliest: instant, latest: instant };
  const unit = 10n ** BigInt(6 - digits);
  const at = microsOf(instant);
  return { earliest: instantText(at - unit / 2n), latest: instantText(at + unit - 1n) };
}

function microsOf(instant: Instant): bigint {
  return BigInt(Date.parse(`${instant.slice(0, 23)}Z`)) * 1000n + BigInt(instant.slice(23, 26));
}

/** It has the form of an Instant, so that the two compare as texts. */
function instantText(micros: bigint): string {
  const rest = ((micros % 1000n) + 1000n) % 1000n;
  const ms = new Date(Number((micros - rest) / 1000n)).toISOString();
  return `${ms.slice(0, 23)}${String(rest).padStart(3, '0')}Z`;
}

export type Order = { valueOf: (row: Row['value']) => unknown; key: SortKey; isDescending: boolean };

export function orderOf(
  meanings: readonly (readonly [string, ParameterMeaning])[],
  asked: AskedQuery,
): Order | undefined {
  let order: Omit<Order, 'isDescending'> | undefined;
  let isDescending = true;
  for (const [name, meaning] of meanings) {
    const value = textOf(asked[name]);
    const key = meaning.kind === 'sort' ? meaning.by[value] : undefined;
    if (typeof key === 'string') order = { valueOf: (row) => row[value], key };
    else if (key !== undefined) {
      const currency = textOf(asked[key.currencyFrom]) || key.otherwise;
      // A wallet of a network without the currency has none of it.
      order = { valueOf: (row) => balanceOf(row[key.balancesIn], currency) ?? ZERO, key: 'amount' };
    }
    if (meaning.kind === 'direction') isDescending = value !== 'asc';
  }
  return order && { ...order, isDescending };
}

function isOutOfOrder(rows: readonly Row[], { valueOf, key, isDescending }: Order): boolean {
  if (key === 'groups') return areGroupsTorn(rows, valueOf);
  return stepsOf(rows, valueOf, key).some((step) => (isDescending ? step > 0 : step < 0));
}

/** Whether the rows are in just the other direction. */
function isReversed(rows: readonly Row[], { valueOf, key, isDescending }: Order): boolean {
  if (key === 'groups') return false;
  const steps = stepsOf(rows, valueOf, key).filter((step) => step !== 0);
  return steps.length > 0 && steps.every((step) => (isDescending ? step > 0 : step < 0));
}

export function areGroupsTorn(rows: readonly Row[], valueOf: Order['valueOf']): boolean {
  const ended = new Set<string>();
  let current: string | undefined;
  for (const { value } of rows) {
    const text = valueOf(value);
    if (typeof text !== 'string' || text === current) continue;
    if (ended.has(text)) return true;
    if (current !== undefined) ended.add(current);
    current = text;
  }
  return false;
}

/** How each readable key compares to the one before it. */
export function stepsOf(
  rows: readonly Row[],
  valueOf: Order['valueOf'],
  key: Exclude<SortKey, 'groups'>,
): number[] {
  const steps: number[] = [];
  let before: string | undefined;
  for (const { value } of rows) {
    const text = valueOf(value);
    const now = typeof text !== 'string' ? undefined : comparable(text, key);
    if (now === undefined) continue;
    if (before !== undefined)
      steps.push(key === 'amount' ? compareAmounts(before, now) : compareTexts(before, now));
    before = now;
  }
  return steps;
}

/** What a value is compared by; undefined for one that proves nothing about the order. */
function comparable(text: string, key: Exclude<SortKey, 'groups'>): string | undefined {
  if (key === 'time') return parseTimestamp(text)?.instant;
  if (key === 'amount') return isDecimal(text) ? text : undefined;
  // Some sort capitals before all small letters, so only names that begin with a small letter can be compared.
  return /^[a-z]/.exec(text)?.[0];
}

/** How much of a currency the balances hold, in whatever case it is written; undefined where they don't name it. */
function balanceOf(balances: unknown, currency: string): Decimal | undefined {
  if (typeof balances !== 'object' || balances === null) return undefined;
  const found = Object.entries(balances).find(([name]) => isSameText(name, currency));
  const available: unknown = (found?.[1] as { available?: unknown } | undefined)?.available;
  return typeof available === 'string' && isDecimal(available) ? available : undefined;
}

function compareAmounts(before: string, now: string): number {
  return isDecimal(before) && isDecimal(now) ? compare(now, before) : 0;
}

function compareTexts(before: string, now: string): number {
  return now < before ? -1 : now > before ? 1 : 0;
}

function isOffsetIgnored(asked: number, received: number, { count, offset }: StatedPaging): boolean {
  if (asked === 0) return false;
  if (offset !== null && offset !== asked) return true;
  return received > 0 && count !== null && asked >= count;
}
