import { queryOptions } from '@tanstack/react-query';
import { readCapabilities } from '#contract/gateway/capabilities.ts';
import { queryOf } from '#dashboard/api/queries.ts';

const runningEveryMs = 2_000;

/** What the provider can do; read again while that is being found out. */
export const capabilitiesQuery = queryOptions({
  ...queryOf(readCapabilities, {}),
  refetchInterval: ({ state }) => (state.data?.found?.is_looking === true ? runningEveryMs : false),
});

export const ownServiceMessage =
  'The console runs its own wallet service, which supports everything in the interface.';
