import { queryOptions } from '@tanstack/react-query';
import type { startTotp } from '#contract/gateway/sign-in-methods.ts';
import type { startInvitedTotp } from '#contract/gateway/user-sign-in.ts';
import type { RequestOf } from '#dashboard/api/client.ts';
import { queryOf } from '#dashboard/api/queries.ts';

/** A secret for a new authenticator app. It stays the same while it is shown, and is forgotten after that. */
export function setupOnce<O extends typeof startInvitedTotp | typeof startTotp>(
  operation: O,
  body: RequestOf<O>['body'],
) {
  return queryOptions({
    ...queryOf(operation, { body } as RequestOf<O>),
    staleTime: 'static',
    gcTime: 0,
  });
}
