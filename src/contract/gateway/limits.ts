import * as z from 'zod/mini';
import { formatList } from '#domain/format.ts';
import { isNetwork, networks, withdrawalNetworks } from '#domain/networks.ts';
import { lineOfText } from '../fields.ts';

const MOST_LIMIT_TAGS = 20;

/** One tag of a wallet. */
export const walletTag = lineOfText(30, { what: 'a tag' });

/** Whether no tag is there twice, in whatever case. */
export function areDifferentTags(tags: readonly string[]): boolean {
  return new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length;
}

/**
 * Where a user can change things: only on these networks, and only wallets that have one of these tags. Empty: any. They don't
 * limit what the user sees.
 */
export const limits = z.strictObject({
  networks: z
    .array(z.string().check(z.refine(isNetwork, `allowed: ${withdrawalNetworks.join(', ')}`)))
    .check(z.refine((codes) => new Set(codes).size === codes.length, 'Choose each network only once.')),
  wallet_tags: z
    .array(walletTag)
    .check(
      z.maxLength(MOST_LIMIT_TAGS, `Choose up to ${MOST_LIMIT_TAGS} tags.`),
      z.refine(areDifferentTags, 'Choose each tag only once.'),
    ),
});

/** The limits as stored: a network may be one that this version doesn't know. */
export const storedLimits = z.object({ networks: z.array(z.string()), wallet_tags: z.array(z.string()) });

export type Limits = { readonly networks: readonly string[]; readonly wallet_tags: readonly string[] };

export const noLimits: { networks: []; wallet_tags: [] } = { networks: [], wallet_tags: [] };

export function isLimited({ networks: codes, wallet_tags: tags }: Limits): boolean {
  return codes.length > 0 || tags.length > 0;
}

/** Whether a user can change things on a network; undefined, and what isn't known, only without such a limit. */
export function isNetworkAllowed({ networks: codes }: Limits, network: string | undefined): boolean {
  return codes.length === 0 || (network !== undefined && codes.includes(network));
}

/** Whether a wallet with these tags may be changed. */
export function areTagsAllowed({ wallet_tags: allowed }: Limits, tags: readonly string[]): boolean {
  const known = new Set(allowed.map((tag) => tag.toLowerCase()));
  return allowed.length === 0 || tags.some((tag) => known.has(tag.toLowerCase()));
}

/** Whether limits allow nothing that others don't allow. */
export function areWithin(inner: Limits, outer: Limits): boolean {
  const isNarrower = (
    of: (limits: Limits) => readonly string[],
    isHeld: (value: string) => boolean,
  ): boolean => of(outer).length === 0 || (of(inner).length > 0 && of(inner).every(isHeld));
  return (
    isNarrower(
      ({ networks: codes }) => codes,
      (code) => isNetworkAllowed(outer, code),
    ) &&
    isNarrower(
      ({ wallet_tags: tags }) => tags,
      (tag) => areTagsAllowed(outer, [tag]),
    )
  );
}

/** Why an account-wide operation is refused. */
export const accountWideReason = 'Users with limits can’t change account-wide settings';

/** Why limits by tag refuse to create a wallet, which has no tags yet. */
export const newWalletReason = 'Your limits require a wallet tag, so you can’t create wallets';

/** The message for what limits refuse. `reason`: a sentence that says more than the limits themselves. */
export function describeLimitRefusal(limited: Limits, reason = describeLimits(limited)): string {
  return `${reason}. To change your limits, ask an administrator`;
}

function describeLimits({ networks: codes, wallet_tags: tags }: Limits): string {
  const names = formatList(codes.map((code) => (isNetwork(code) ? networks[code].name : code)));
  const quoted = formatList(
    tags.map((tag) => `“${tag}”`),
    'or',
  );
  if (tags.length === 0) return `You can make changes only on ${names}`;
  if (codes.length === 0) return `You can change only wallets tagged ${quoted}`;
  return `You can make changes only on ${names}, and only to wallets tagged ${quoted}`;
}
