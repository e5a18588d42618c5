import { MIMEType } from 'node:util';
import { parseJson } from '#domain/json.ts';
import { findRepeatedKey } from '#domain/repeated-key.ts';
import { ServiceError, validationError } from './service-error.ts';

// What cannot be read in one way only is refused, never guessed: a lenient reader makes one text of two that differ
// (`Müller` and `Möller` in Latin-1), and one payment of two.

/** Keeps a byte order mark, which isn't valid JSON. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const longestPath = 120;
const onceRule = 'must be given once';
const encodingRule = 'must be percent-encoded UTF-8';

/**
 * The value of a JSON body, with every digit (see `parseJson`). Throws the ServiceError for invalid UTF-8, another
 * charset, invalid JSON, and an object that names a key twice.
 */
export function parseJsonBody(bytes: Buffer, contentType: string): unknown {
  const charset = new MIMEType(contentType).params.get('charset') ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) {
    throw new ServiceError(
      415,
      'The body must be JSON in UTF-8. Send the header content-type: application/json',
    );
  }
  const text = decode(bytes);
  const value = parse(text);
  const repeated = findRepeatedKey(text);
  if (repeated !== undefined) {
    const path = repeated.length > longestPath ? `${repeated.slice(0, longestPath)}…` : repeated;
    throw validationError(Object.fromEntries([[path, onceRule]]));
  }
  return value;
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ServiceError(400, 'The body isn’t valid UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
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
