import { readAmlActivity } from '#contract/gateway/aml-activity.ts';
import { queryOf } from '#dashboard/api/queries.ts';

/** What runs, what has ended lately, and how many checks are left. */
export const amlActivityQuery = queryOf(readAmlActivity, {});
