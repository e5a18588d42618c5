import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Session } from '#contract/gateway/sessions.ts';
import type { ChangeId } from '#dashboard/api/stale.ts';
import { enterSession } from '#dashboard/session/session-changes.ts';

/** Opens a session with the operation; what an earlier one read is forgotten. */
export function useEnter<V>({ id }: { id: ChangeId }, open: (variables: V) => Promise<Session>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: [id],
    mutationFn: open,
    onSuccess: (session) => enterSession(queryClient, session),
  });
}

/** The same for an invited user, who gets recovery codes. */
export function useJoin<V, D extends { session: Session }>(
  { id }: { id: ChangeId },
  join: (variables: V) => Promise<D>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: [id],
    mutationFn: join,
    onSuccess: ({ session }) => enterSession(queryClient, session),
  });
}
