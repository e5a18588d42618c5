import { findBookingTimes } from '#contract/gateway/booking-times.ts';
import { listLedgerEntries } from '#contract/gateway/ledger-entries.ts';
import { sumLedgerEntries } from '#contract/gateway/list-sums.ts';
import { type Host, serve } from '#http/serve.ts';
import { validationError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import type { LedgerReader } from '../gateway-deps.ts';
import { ownSums } from '../own-sums.ts';

/** `ledger`: left out with a remote wallet service, which shows its ledger to no one. */
export function registerEntriesRoutes(host: Host<SignedIn>, ledger: LedgerReader | undefined): void {
  serve(host, listLedgerEntries, async ({ caller: { accountId }, query }) => {
    if (ledger === undefined) return { count: null, entries: [] };
    const page = await ledger.listEntries(accountId, query);
    if (page === undefined) throw validationError({ after: 'must be the ID of an entry of the account' });
    return page;
  });

  serve(host, findBookingTimes, async ({ caller: { accountId }, body: { ids } }) => ({
    bookings: (await ledger?.findBookingTimes(accountId, ids)) ?? null,
  }));

  serve(host, sumLedgerEntries, async ({ caller: { accountId }, query }) =>
    ledger === undefined
      ? { found: null, unreadable_reason: null }
      : ownSums(await ledger.sumEntries(accountId, query)),
  );
}
