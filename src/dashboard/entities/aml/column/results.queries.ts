import { queryOptions } from '@tanstack/react-query';
import { findAmlResults, MOST_LOOKED_UP } from '#contract/gateway/aml-checks.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';
import type { KnownResult } from '../badge/aml-results.queries.ts';
import { type AskedSubject, subjectKey } from './askable.ts';

/** What is known of the subjects, by `subjectKey`. Asked again when a check of the account has changed. */
export function resultsOf(subjects: readonly AskedSubject[]) {
  return queryOptions({
    queryKey: keyOf(findAmlResults, { subjects }),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, KnownResult>> => {
      const known = new Map<string, KnownResult>();
      for (let from = 0; from < subjects.length; from += MOST_LOOKED_UP) {
        const some = subjects.slice(from, from + MOST_LOOKED_UP);
        const { results } = await call(findAmlResults, { body: { subjects: some } }, signal);
        for (const [index, result] of results.entries()) {
          const subject = some[index];
          if (subject !== undefined) known.set(subjectKey(subject), result);
        }
      }
      return known;
    },
    staleTime: 60_000,
  });
}
