import { type Instant, toDate } from '#domain/time.ts';
import { type ListedRequest, mayPayTheSame } from './compare-requests.ts';
import type { Payment } from './read-payment.ts';
import { type Search, timeOf } from './search-requests.ts';

export type Verdict =
  /** The provider has the request. */
  | { kind: 'found'; requestId: string }
  /** Every request was read, and none may be this one. */
  | { kind: 'none' }
  /** Neither is certain, for the given reason. */
  | { kind: 'unclear'; reason: string };

/**
 * What the requests that a search has seen say about a payment that was sent after `since`. Whatever may be this
 * payment and isn't certain to be leaves it unclear.
 */
export function judgeSearch(
  payment: Payment,
  { seen, gap }: Pick<Search, 'seen' | 'gap'>,
  since: Instant,
): Verdict {
  const [first, second] = seen.filter(({ external_id: id }) => id?.trim() === payment.externalId);
  if (first !== undefined && second !== undefined) {
    return unclear(`Two requests have this external ID: ${nameOf(first)} and ${nameOf(second)}.`);
  }
  if (first !== undefined) {
    if (isBefore(first, since)) {
      return unclear(`The request ${nameOf(first)}, which is older than this one, has this external ID.`);
    }
    if (!mayPayTheSame(payment, first)) {
      return unclear(`The request ${nameOf(first)} has this external ID and pays something else.`);
    }
    const { request_id: id = '' } = first;
    return id === ''
      ? unclear('A request without an ID has this external ID.')
      : { kind: 'found', requestId: id };
  }
  const similar = seen.find((row) => !isBefore(row, since) && mayPayTheSame(payment, row));
  if (similar !== undefined) {
    return unclear(
      `The request ${nameOf(similar)} may pay the same amount to the same recipient under another external ID, so it could be this one.`,
    );
  }
  return gap === undefined ? { kind: 'none' } : unclear(gap);
}

function unclear(reason: string): Verdict {
  return { kind: 'unclear', reason };
}

function nameOf({ request_id: id }: ListedRequest): string {
  return id ?? 'without an ID';
}

/** False if it isn't certain. */
function isBefore(row: ListedRequest, since: Instant): boolean {
  const created = timeOf(row);
  return created !== undefined && created < toDate(since).getTime() - 1000;
}
