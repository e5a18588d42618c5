import { readAmlCheck } from '#contract/gateway/aml-checks.ts';
import { queryOf } from '#dashboard/api/queries.ts';

/** A check with its report and the decisions on it. */
export const amlCheckQuery = (id: string) => queryOf(readAmlCheck, { query: { id } });
