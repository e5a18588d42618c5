import { readAmlActivity } from '#contract/gateway/aml-activity.ts';
import { queryOf } from '#dashboard/api/queries.ts';

/** What runs, what has ended lately, and how many checks are left. */
export const amlActivityQuery = queryOf(readAmlActivity, {});

/** How many checks are left, by the provider's latest number; undefined without one, or if it isn't a number. */
export function checksLeftOf(left: { count: string } | null | undefined): number | undefined {
  return left != null && /^\d+$/.test(left.count) ? Number(left.count) : undefined;
}
