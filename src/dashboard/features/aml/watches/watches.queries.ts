import { listAmlWatches } from '#contract/gateway/aml-watches.ts';
import { queryOf } from '#dashboard/api/queries.ts';

/** What is checked again and again. */
export const watchesQuery = queryOf(listAmlWatches, {});
