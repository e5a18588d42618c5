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
  return { accountId, prefix, rest: asPath(address.slice(prefix.length)) };
}

/** With exactly one slash in front: more would make it an address of another site. */
function asPath(text: string): string {
  return `/${text.replace(/^[/\\]+/, '')}`;
}

/**
 * Where a page should be instead of at this address, for somebody whose session is in this account: whoever has several
 * accounts has the account in every address, and those with one never have it. Undefined: it is right where it is.
 */
export function rightAddress(
  address: string,
  { accountId, hasSeveralAccounts }: { accountId: string; hasSeveralAccounts: boolean },
): string | undefined {
  const { accountId: named, rest } = splitAccount(asPath(address));
  // What is there in one account isn't there in another.
  if (named !== undefined && named !== accountId) return '/';
  const right = (hasSeveralAccounts ? accountPrefix(accountId) : '') + rest;
  return right === address ? undefined : right;
}

/** Undefined for text that isn't percent-encoded UTF-8. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
