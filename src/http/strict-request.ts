import { MIMEType } from 'node:util';
import { formatInteger } from '#domain/format.ts';
import { hasMoreValues, parseJson } from '#domain/json.ts';
import { findRepeatedKey } from '#domain/repeated-key.ts';
import { ServiceError, validationError } from './service-error.ts';

// What cannot be read in one way only is refused, never guessed: a lenient reader makes one text of two that differ
// (`Müller` and `Möller` in Latin-1), and one payment of two.

/** Keeps a byte order mark, which isn't valid JSON. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** So many take some 20 ms to parse. No request needs a tenth of them. */
const mostValues = 20_000;
const longestPath = 120;
const onceRule = 'must be given once';
const encodingRule = 'must be percent-encoded UTF-8';

/**
 * The value of a JSON body, with every digit (see `parseJson`). Throws the ServiceError for invalid UTF-8, another
 * charset, invalid JSON, and an object that names a key twice.
 */
export function parseJsonBody(bytes: Uint8Array, contentType: string): unknown {
  const text = decodeBody(bytes, contentType);
  const value = parse(text);
  requireUniqueKeys(text);
  return value;
}

/**
 * What `parseJsonBody` refuses a body for, or that it has so many values that parsing it would hold up other requests;
 * undefined if `parseJudgedBody` can parse it. Runs in a thread, so it returns plain data.
 */
export function judgeBody({
  bytes,
  contentType,
}: {
  bytes: Uint8Array;
  contentType: string;
}): Pick<ServiceError, 'status' | 'message' | 'data'> | undefined {
  try {
    const text = decodeBody(bytes, contentType);
    if (hasMoreValues(parse(text, JSON.parse), mostValues)) {
      const most = formatInteger(mostValues);
      throw new ServiceError(400, `The body has too many values (limit: ${most}). Send less at a time`);
    }
    requireUniqueKeys(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status, message, data } = error;
    return { status, message, data };
  }
}

export function parseJudgedBody(bytes: Uint8Array): unknown {
  return parse(decode(bytes));
}

function decodeBody(bytes: Uint8Array, contentType: string): string {
  const charset = new MIMEType(contentType).params.get('charset') ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) {
    throw new ServiceError(
      415,
      'The body must be JSON in UTF-8. Send the header content-type: application/json',
    );
  }
  return decode(bytes);
}

function requireUniqueKeys(text: string): void {
  const repeated = findRepeatedKey(text);
  if (repeated !== undefined) {
    const path = repeated.length > longestPath ? `${repeated.slice(0, longestPath)}…` : repeated;
    throw validationError(Object.fromEntries([[path, onceRule]]));
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ServiceError(400, 'The body isn’t valid UTF-8');
  }
}

function parse(text: string, read: (text: string) => unknown = parseJson): unknown {
  try {
    return read(text);
  } catch {
    throw new ServiceError(400, 'The body isn’t valid JSON');
  }
}

/**
 * Refuses a query that the framework would use undecoded because it can't decode it, such as `%FC` or a lone `%`.
 * Throws the validation failure that names each parameter.
 */
export function requireReadableQuery(url: string): void {
  const start = url.indexOf('?');
  if (start === -1) return;
  const broken = url
    .slice(start + 1)
    .split('&')
    .filter((pair) => textOf(pair) === undefined)
    .map((pair): [string, string] => {
      const [name = ''] = pair.split('=', 1);
      return [textOf(name) ?? name, encodingRule];
    });
  if (broken.length > 0) throw validationError(Object.fromEntries(broken));
}

function textOf(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
