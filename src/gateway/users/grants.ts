import * as z from 'zod/mini';
import { type Limits, noLimits, storedLimits } from '#contract/gateway/limits.ts';

/** What a membership grants: roles, and where these may change things. */
export type Grants = { roles: string[]; limits: Limits };

/** Reads them as they are kept. Whoever is an administrator, by whatever granted it, has no limits. */
export function grantsOf(row: { roles: unknown; limits: unknown }): Grants {
  const roles = z.parse(z.array(z.string()), row.roles);
  const limits = row.limits === null ? noLimits : z.parse(storedLimits, row.limits);
  return { roles, limits: roles.includes('administrator') ? noLimits : limits };
}

/** The limits as a response has them. */
export function limitsResponse({ networks, wallet_tags }: Limits) {
  return { networks: [...networks], wallet_tags: [...wallet_tags] };
}
