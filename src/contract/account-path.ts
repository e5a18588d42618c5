/** The address of pages and requests in one of several accounts starts with `/a/` and the account's ID. */
const accountInPath = /^\/a\/([^/?#]+)(?=[/?#]|$)/;

/** What the address of a page, or of a request, starts with in an account. */
export function accountPrefix(accountId: string): string {
  return `/a/${encodeURIComponent(accountId.toWellFormed())}`;
}

type SplitAddress = {
  /** Undefined for an address that names none: it is in the only account of a user or key, or in a user's first. */
  accountId: string | undefined;
  /** What the address starts with to name the account. */
  prefix: string;
  /** Always a path. */
  rest: string;
};

/** The account that an address names, and the rest of the address. */
export function splitAccount(address: string): SplitAddress {
  const [prefix = '', encoded] = accountInPath.exec(address) ?? [];
  const accountId = encoded === undefined ? undefined : decode(encoded);
  if (accountId === undefined) return { accountId, prefix: '', rest: address };
  const rest = address.slice(prefix.length);
  return { accountId, prefix, rest: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Undefined for text that isn't percent-encoded UTF-8. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
