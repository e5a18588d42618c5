import { isNetwork, type Network } from '#domain/networks.ts';

export const bookPath = '/address-book';
export const newEntryPath = `${bookPath}/new`;
export const importPath = `${bookPath}/import`;
export const rulesPath = `${bookPath}/rules`;

/** Opens the rules from the settings, to which closing them leads. */
export const rulesFromSettings = { to: rulesPath, state: 'from settings' } as const;

/** Where closing the rules leads, by the state of the history entry. */
export function rulesOpener(state: unknown): string {
  return state === rulesFromSettings.state ? '/settings' : bookPath;
}

type Identity = { network: string; address: string };

/** Names an entry of the account's book, in rows and paths. */
export function entryKey({ network, address }: { network: string; address: string }): string {
  return `${network}:${address}`;
}

/** The page of the entry that a key names. */
export function entryKeyPath(key: string): string {
  return `${bookPath}/${encodeURIComponent(key)}`;
}

/** The page of one entry, or of its deletion. */
export function entryPath(entry: Identity, action?: 'delete'): string {
  const path = entryKeyPath(entryKey(entry));
  return action === undefined ? path : `${path}/${action}`;
}

/** The form for a new entry, with these values filled in; not in the query, which is the list's. */
export function newEntryLink(values: Partial<Identity & { name: string }>): string {
  return `${newEntryPath}#${new URLSearchParams(values).toString()}`;
}

/** Parses an entry's key; undefined if the text isn't one. */
export function parseEntryKey(key: string): { network: Network; address: string } | undefined {
  const [network = '', ...rest] = key.split(':');
  const address = rest.join(':');
  return isNetwork(network) && address !== '' ? { network, address } : undefined;
}
