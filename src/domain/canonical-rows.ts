/** What the SHA-256 of exported rows covers, so that anyone can verify it. */
export const canonicalRows =
  'The rows as comma-separated values (RFC 4180) in UTF-8 without a byte order mark: a line with the names of the ' +
  'columns, then one line per row in order, each ending with CR LF. Amounts are plain decimals without ' +
  'trailing zeros. Times are ISO 8601 with six decimals of a second and the time zone offset. Missing ' +
  'values are empty. In all other text, an apostrophe is added at the beginning and after each semicolon, tab, CR ' +
  "and LF in it, wherever one of = + - @ (or their full-width forms) or ' comes next, spaces and invisible " +
  'characters aside; and in front of a text that begins with a tab, CR or LF. A cell is quoted if it holds a comma, ' +
  'semicolon, quote, tab, CR or LF, or begins or ends with white space. In an export as CSV these are the bytes of the ' +
  '.csv file.';
