import { queryOptions } from '@tanstack/react-query';
import { listAmlWatches } from '#contract/gateway/aml-watches.ts';
import { call } from '#dashboard/api/client.ts';
import { amlKey } from '#dashboard/entities/aml/aml.queries.ts';

/** What is checked again and again. Kept with all that changes when a check does. */
export const watchesQuery = queryOptions({
  queryKey: [amlKey, 'watches'],
  queryFn: ({ signal }) => call(listAmlWatches, {}, signal),
});
