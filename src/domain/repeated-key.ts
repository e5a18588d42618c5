/** An object that is open, with the keys it has named, or a list, with how many members it has started. */
type Open = { keys: Set<string>; key: string } | { index: number };

/** What a string begins with, or a character that opens, closes or separates. Numbers and words are skipped. */
const marks = /["[\]{},:]/g;

/**
 * Where the first key is that one object of the JSON text names twice, such as `rules[2].name`; undefined if there is
 * none. `JSON.parse` keeps the last one silently, and other readers keep the first. The text must be valid JSON: it is
 * not checked again.
 */
export function findRepeatedKey(json: string): string | undefined {
  const open: Open[] = [];
  let text = '';
  for (const token of tokensOf(json)) {
    const innermost = open.at(-1);
    switch (token) {
      case '{':
        open.push({ keys: new Set(), key: '' });
        break;
      case '[':
        open.push({ index: 0 });
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        if (innermost !== undefined && 'index' in innermost) innermost.index += 1;
        break;
      case ':':
        if (innermost === undefined || 'index' in innermost) break;
        innermost.key = unescape(text);
        if (innermost.keys.has(innermost.key)) return pathOf(open);
        innermost.keys.add(innermost.key);
        break;
      default:
        text = token;
    }
  }
  return undefined;
}

/** A pattern for whole strings would need a stack as deep as the longest one has escapes. */
function* tokensOf(json: string): Generator<string> {
  let at = 0;
  for (;;) {
    marks.lastIndex = at;
    const mark = marks.exec(json);
    if (mark === null) return;
    at = mark.index + 1;
    if (mark[0] === '"') at = endOfString(json, at);
    yield json.slice(mark.index, at);
  }
}

/** Where the string that contains `start` ends. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes += 1;
    // Two of them are one character of the string; a single one belongs to the quotation mark.
    if (backslashes % 2 === 0) return end + 1;
  }
  return json.length;
}

function unescape(token: string): string {
  return token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
}

function pathOf(open: readonly Open[]): string {
  return open
    .map((each, i) => ('index' in each ? `[${each.index}]` : `${i === 0 ? '' : '.'}${each.key}`))
    .join('');
}
