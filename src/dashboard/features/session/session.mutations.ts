import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { closeSession } from '#contract/gateway/sessions.ts';
import { call } from '../../api/client.ts';
import { forgetProviderLimits } from '../../api/provider-limits.ts';

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
      forgetProviderLimits();
    },
  });
}
