import * as z from 'zod/mini';
import { type Instant, lastMomentOfDay, parseDateTimeParameter } from '#domain/time.ts';

/** The message for a missing value, the same for every field. */
export const requiredMessage = 'required field';

const missingOr = (message: string) => (issue: { input: unknown }) =>
  issue.input === undefined ? requiredMessage : message;

// Control characters break logs and screens, bidirectional overrides make one name look like another, and
// a lone surrogate cannot be stored as UTF-8.
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
const isPrintable = (value: string) => !unprintable.test(value) && value.isWellFormed();

type LineOptions = {
  /** The fewest characters; 1 unless given. 0: it may be left empty. */
  min?: number;
  /** What is entered, with its article, as the message names it: "a name". */
  what?: string;
};

/** Text of one line, trimmed, with at most `max` characters. */
export function lineOfText(max: number, { min = 1, what = 'a value' }: LineOptions = {}) {
  const length =
    min === 0
      ? `Enter up to ${max} characters.`
      : min === 1
        ? `Enter ${what} (up to ${max} characters).`
        : `Enter ${min} to ${max} characters.`;
  return z
    .string({ error: missingOr('must be text') })
    .check(
      z.trim(),
      z.minLength(min, length),
      z.maxLength(max, length),
      z.refine(isPrintable, 'Remove control characters.'),
    );
}

/** Text of up to `max` characters on any number of lines, trimmed; it may be empty. */
export function linesOfText(max: number) {
  return z.string({ error: missingOr('must be text') }).check(
    z.trim(),
    z.maxLength(max, `Enter up to ${max} characters.`),
    z.refine((text) => isPrintable(text.replaceAll(/[\t\n\r]/g, '')), 'Remove control characters.'),
  );
}

/** A schema for one of a closed set of values. */
export function oneOf<const T extends readonly string[]>(
  values: T,
  message = `allowed: ${values.join(', ')}`,
) {
  return z.enum(values, { error: missingOr(message) });
}

export const trueOrFalse = z.boolean({ error: missingOr('must be true or false') });

/** The version of a record that a change was made from, so that no one overwrites what they have not seen. */
export function versionRead(first: 0 | 1) {
  const message = 'must be the version that was read';
  // The largest integer of the database, minus one, so that the version can still go up.
  return z
    .int({ error: missingOr(message) })
    .check(z.minimum(first, message), z.maximum(2_147_483_646, message));
}

function wholeNumberText(message: string) {
  return z.pipe(
    z.string({ error: missingOr(message) }).check(z.regex(/^-?\d{1,12}$/, message)),
    z.transform((text: string) => Number(text)),
  );
}

/** The page size, a query parameter. */
export function limit(defaultLimit: number, maximum = 300) {
  const message = `must be a whole number from 1 to ${maximum}: maximum ${maximum}, default ${defaultLimit}`;
  const range = z.int().check(z.minimum(1, message), z.maximum(maximum, message));
  return z._default(z.pipe(wholeNumberText(message), range), defaultLimit);
}

/** How many rows to skip, a query parameter. */
export const offset = z._default(
  z.pipe(wholeNumberText('must be >= 0'), z.int().check(z.minimum(0, 'must be >= 0'))),
  0,
);

/**
 * One end of a range of time, inclusive, as a query parameter. A date alone is the whole day: its first moment
 * for `from`, its last microsecond for `to`.
 */
export function momentParameter(edge: 'from' | 'to', message = 'must be valid ISO 8601 date-time') {
  return z.pipe(
    z.string({ error: message }),
    z.transform((text: string, context): Instant => {
      const moment = parseDateTimeParameter(text);
      if (moment === undefined) {
        context.issues.push({ code: 'custom', message, input: text });
        return z.NEVER;
      }
      return moment.isDateOnly && edge === 'to' ? lastMomentOfDay(moment.instant) : moment.instant;
    }),
  );
}

export const sortDirections = ['asc', 'desc'] as const;

export const sortDirection = z._default(oneOf(sortDirections), 'desc');

const token = z.string().check(z.regex(/^[\w-]{1,64}$/));

/**
 * The same query, with every closed set (but the order of a list) opened to any short word: providers know
 * networks, types and states that this contract does not, and those must stay filterable.
 */
export function openSets<Q extends z.ZodMiniObject>(query: Q): Q {
  const shape = Object.entries(query.shape).map(([name, schema]) => {
    const isSet = schema instanceof z.ZodMiniOptional && schema.def.innerType instanceof z.ZodMiniEnum;
    return [name, isSet && !name.startsWith('sort_') ? z.optional(token) : schema];
  });
  return z.strictObject(Object.fromEntries(shape)) as unknown as Q;
}
