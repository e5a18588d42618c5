import { queryOptions } from '@tanstack/react-query';
import { readAmlRules } from '#contract/gateway/aml-rules.ts';
import { queryOf } from '#dashboard/api/queries.ts';

/** How the account rates what checks find. */
export const amlRulesQuery = queryOptions({ ...queryOf(readAmlRules, {}), staleTime: 60_000 });
