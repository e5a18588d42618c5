import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import {
  closeSession,
  openSession,
  readSession,
  type Session,
  signInOptions,
} from '#contract/gateway/sessions.ts';
import { call } from '../../api/client.ts';

export const sessionQueries = {
  current: () =>
    queryOptions({
      queryKey: ['session'],
      queryFn: ({ signal }) => call(readSession, {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  options: () =>
    queryOptions({
      queryKey: ['session', 'options'],
      queryFn: ({ signal }) => call(signInOptions, {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

/** Who is signed in. Only below the shell, whose loader has read it. */
export function useSession(): Session {
  const { data } = useQuery(sessionQueries.current());
  if (data === undefined) throw new Error('The session is read below the shell only.');
  return data;
}

/** Opens a session; what an earlier one read is forgotten. */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { token: string }) => call(openSession, { body }),
    onSuccess: (session) => {
      queryClient.clear();
      queryClient.setQueryData(sessionQueries.current().queryKey, session);
    },
  });
}

/** Ends the session here and on the server, and forgets everything that it read. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(closeSession, {}),
    onSuccess: async () => {
      // First away from what shows the data: forgotten under its eyes, it would ask for it again.
      await navigate('/sign-in');
      queryClient.clear();
    },
  });
}
