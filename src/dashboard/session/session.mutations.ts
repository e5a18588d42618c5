import { useMutation, useQueryClient } from '@tanstack/react-query';
import { closeSession } from '#contract/gateway/sessions.ts';
import { call } from '#dashboard/api/client.ts';
import { forgetProviderLimits } from '#dashboard/api/provider-limits.ts';
import { clearStorage, putBack, readKeptSettings } from './clear-account.ts';
import { announce, leavePage } from './session-changes.ts';

/**
 * Ends the session on the server and in all tabs of this browser, and forgets everything that it read. What is still
 * open with the provider is in the gateway.
 */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const settings = readKeptSettings();
      await call(closeSession, {});
      // The answer makes the browser clear all of its storage, where it does that at all.
      putBack(settings);
    },
    onSuccess: () => {
      clearStorage();
      announce('out');
      forgetProviderLimits();
      leavePage('/sign-in');
      queryClient.clear();
    },
  });
}
