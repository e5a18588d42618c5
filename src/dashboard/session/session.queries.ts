import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { isPermitted, isSupported, readSession, type Session } from '#contract/gateway/sessions.ts';
import type { Permission } from '#contract/permissions.ts';
import { unsupportedMessage, type WalletServiceOperationId } from '#contract/wallet-service/unsupported.ts';
import { queryOf } from '#dashboard/api/queries.ts';

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

export type PermissionAnswer =
  | { allowed: true; reason: null }
  /** `isUnsupported`: no key may, because the provider has no such operation. What does it isn't shown. */
  | { allowed: false; reason: string; isUnsupported?: true };

/** Whether the signed-in key may do something with this provider, and if not, why, in words for the person. */
export function usePermission(permission: Permission, needs?: WalletServiceOperationId): PermissionAnswer {
  const session = useSession();
  if (needs !== undefined && !isSupported(session, needs)) {
    return { allowed: false, reason: unsupportedMessage(needs), isUnsupported: true };
  }
  if (isPermitted(session, permission)) return { allowed: true, reason: null };
  const key = session.key_name === null ? 'This API key' : `The API key “${session.key_name}”`;
  return { allowed: false, reason: `${key} doesn’t have the ${permission} permission.` };
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
