import { queryOptions } from '@tanstack/react-query';
import { listSanctionsLists } from '#contract/gateway/sanctions-lists.ts';
import { queryOf } from '#dashboard/api/queries.ts';

/** The sanctions lists that the account has loaded. */
export const sanctionsListsQuery = queryOptions({ ...queryOf(listSanctionsLists, {}), staleTime: 60_000 });
