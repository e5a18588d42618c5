import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { isNetworkAllowed } from '#contract/gateway/limits.ts';
import { isSupported, lackingPermissions, readSession, type Session } from '#contract/gateway/sessions.ts';
import type { Access, Lacking } from '#contract/permissions.ts';
import { unsupportedMessage, type WalletServiceOperationId } from '#contract/wallet-service/unsupported.ts';
import { formatList, pluralize } from '#domain/format.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { limitReason, type PermissionOptions } from './limits.ts';

export const sessionQueries = {
  current: () => queryOptions({ ...queryOf(readSession, {}), staleTime: Number.POSITIVE_INFINITY }),
};

/** Whether our own service is behind the gateway, which follows the contract. False until it is known. */
export function isOwnService(client: QueryClient): boolean {
  const mode = client.getQueryData(sessionQueries.current().queryKey)?.mode;
  return mode === 'sandbox' || mode === 'embedded';
}

/** Who is signed in. Only below the shell, whose loader has read it. */
export function useSession(): Session {
  const { data } = useQuery(sessionQueries.current());
  if (data === undefined) throw new Error('The session is read below the shell only.');
  return data;
}

/** Those of the networks that the session's user can change things on. */
export function allowedNetworks<N extends string>({ limits }: Session, networks: readonly N[]): N[] {
  return networks.filter((network) => isNetworkAllowed(limits, network));
}

/** As `allowedNetworks`, for the signed-in user. */
export function useAllowedNetworks<N extends string>(networks: readonly N[]): N[] {
  return allowedNetworks(useSession(), networks);
}

/** What people call the page's account: its ID if nobody has named it. */
export function useAccountName(): string {
  const { account_id: id, accounts } = useSession();
  return accounts.find((each) => each.id === id)?.name ?? id;
}

export type PermissionAnswer =
  | { allowed: true; reason: null; lacking?: undefined; limit?: undefined }
  /**
   * `isUnsupported`: no key may, because the provider has no such operation. What does it isn't shown. `limit`: the user's
   * limits rule it out, and why.
   */
  | { allowed: false; reason: string; isUnsupported?: true; lacking?: Lacking; limit?: string };

/**
 * Whether the signed-in user or key may do something with this provider, and if not, why, in words for the person. Give the
 * operation that does it, or its permissions.
 */
export function usePermission(access: Access, { needs, on }: PermissionOptions = {}): PermissionAnswer {
  const session = useSession();
  if (needs !== undefined && !isSupported(session, needs)) {
    return { allowed: false, reason: unsupportedMessage(needs), isUnsupported: true };
  }
  const lacking = lackingIn(session, access);
  if (lacking === undefined) {
    const limit = limitReason(session, { access, needs, on });
    return limit === undefined ? { allowed: true, reason: null } : { allowed: false, reason: limit, limit };
  }
  return { allowed: false, reason: reasonOf(lacking, session), lacking };
}

/** What a session lacks for something; undefined: nothing, as far as is known. */
export function lackingIn(session: Session, access: Access): Lacking | undefined {
  const permissions = lackingPermissions(session, access);
  return permissions.length === 0 ? undefined : { permissions, of: session.user === null ? 'key' : 'role' };
}

function reasonOf({ permissions, of }: Lacking, { key_name: name }: Session): string {
  const names = formatList(permissions);
  if (of === 'role') {
    return `Your role doesn’t include ${names}. An administrator of the account can grant it.`;
  }
  const key = name === null ? 'This API key' : `The API key “${name}”`;
  return `${key} doesn’t have the ${names} ${pluralize(permissions.length, 'permission')}.`;
}

/** Why the provider can't do something: it lacks the operation. Null where it has it, as far as is known. */
export function useUnsupported(needs: WalletServiceOperationId | undefined): string | null {
  return useAllUnsupported(needs === undefined ? [] : [needs])[0] ?? null;
}

/** The same for several operations: one sentence for each that is missing. */
export function useAllUnsupported(needs: readonly WalletServiceOperationId[]): string[] {
  const session = useSession();
  return needs.filter((each) => !isSupported(session, each)).map(unsupportedMessage);
}
