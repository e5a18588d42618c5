import * as z from 'zod/mini';
import { formatList } from '#domain/format.ts';
import { isNetwork, networks, withdrawalNetworks } from '#domain/networks.ts';
import { lineOfText } from '../fields.ts';
import type { RolePermission } from '../permissions.ts';

const MOST_LIMIT_TAGS = 20;

/** One tag of a wallet. */
export const walletTag = lineOfText(30, { what: 'a tag' });

/** Whether no tag is there twice, in whatever case. */
export function areDifferentTags(tags: readonly string[]): boolean {
  return new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length;
}

/**
 * Where a user's roles may change things: only on these networks, and only wallets that have one of these tags. Empty: any.
 * They don't limit what the user sees.
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

/** The same as they are kept: a network may be one that this version doesn't know. */
export const keptLimits = z.object({ networks: z.array(z.string()), wallet_tags: z.array(z.string()) });

/** What these permissions allow to change applies to the whole account: users with limits can't, whatever their roles. */
export const wholeAccountPermissions: ReadonlySet<RolePermission> = new Set([
  'rules:write',
  'sanctions:write',
  'events:write',
  'keys:write',
]);

export type Limits = { readonly networks: readonly string[]; readonly wallet_tags: readonly string[] };

export const noLimits: { networks: []; wallet_tags: [] } = { networks: [], wallet_tags: [] };

export function isLimited({ networks: codes, wallet_tags: tags }: Limits): boolean {
  return codes.length > 0 || tags.length > 0;
}

/** Whether a user's roles may change things on a network; undefined, and what isn't known, only without such a limit. */
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

/** The limits as part of a sentence: `Tron and Ethereum`, `wallets tagged “EUR”`, or both; empty without limits. */
export function describeLimits({ networks: codes, wallet_tags: tags }: Limits): string {
  const names = formatList(codes.map((code) => (isNetwork(code) ? networks[code].name : code)));
  const wallets = `wallets tagged ${formatList(
    tags.map((tag) => `“${tag}”`),
    'or',
  )}`;
  if (tags.length === 0) return names;
  return codes.length === 0 ? wallets : `${names}, and to ${wallets}`;
}

/** Why something can't be changed by a user with these limits. `why`: what else is to know, as the end of a sentence. */
export function describeLimitRefusal(limited: Limits, why?: string): string {
  const because = why === undefined ? '' : `. ${why}`;
  return `Your role is limited to ${describeLimits(limited)}${because}. An administrator of the account can change this`;
}
