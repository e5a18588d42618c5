/** Links of a network's block explorer: `address` with `{address}` in it, `transaction` with `{hash}`. */
type ExplorerLinks = { address: string; transaction: string };

/** Templates by network code; null or missing if there is no link, or it hasn't loaded. */
export type Explorers = Readonly<Partial<Record<string, ExplorerLinks | null>>>;

export type ExplorerLink = { href: string; /** The site's host, to say where it leads. */ site: string };

const placeholders = { address: '{address}', transaction: '{hash}' } as const;

/** What an explorer can look up. */
export type ExplorerSubject = keyof typeof placeholders;

/** Whether the text can be a whole address or hash; if not, what it is instead. */
export function formOf(text: string): 'whole' | 'label' | 'shortened' {
  if (/^[0-9A-Za-z]{25,100}$/.test(text)) return 'whole';
  return /^\w+(?:…|\.{2,}|\*{2,})\w+$/.test(text) ? 'shortened' : 'label';
}

/**
 * Where the network's explorer shows an address or a transaction. Undefined for a network without one, and for a
 * label or a shortened form, which no explorer finds.
 */
export function explorerLink(
  explorers: Explorers | undefined,
  network: string,
  subject: ExplorerSubject,
  value: string,
): ExplorerLink | undefined {
  const code = network.toLowerCase();
  const links = explorers && Object.hasOwn(explorers, code) ? explorers[code] : undefined;
  if (!links || formOf(value) !== 'whole') return undefined;
  // A function, since `$&` and the like would mean something in a text.
  const href = links[subject].replace(placeholders[subject], () => encodeURIComponent(value));
  const { protocol, host } = new URL(href);
  return protocol === 'https:' ? { href, site: host } : undefined;
}
