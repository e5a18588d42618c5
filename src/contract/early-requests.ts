import { parseDateTimeParameter } from '#domain/time.ts';
import { openSets } from './fields.ts';
import { listBookEntries } from './gateway/address-book.ts';
import { readAmlActivity } from './gateway/aml-activity.ts';
import { listAmlChecks } from './gateway/aml-library.ts';
import { listAuditLog } from './gateway/audit-log.ts';
import { listLedgerEntries } from './gateway/ledger-entries.ts';
import { listLedgerBalances, readBalancesAt } from './gateway/ledger-balances.ts';
import { readSession } from './gateway/sessions.ts';
import { type Held, lackingOf, neededFor } from './permissions.ts';
import { parseListQuery, parseUntil, type Search, timeParameters, upTo } from './list-address.ts';
import type { Operation } from './operation.ts';
import { requestPath } from './request-path.ts';
import { getUserBalances } from './wallet-service/balances.ts';
import { listExchangeTransactions } from './wallet-service/exchanges.ts';
import { listTransactions } from './wallet-service/transactions.ts';
import { listWallets } from './wallet-service/wallets.ts';
import { listWithdrawalRequests } from './wallet-service/withdrawals.ts';

/** What a page shows first, by the page's address. */
const firstReads: Readonly<Record<string, readonly Operation[]>> = {
  '/': [getUserBalances],
  '/wallets': [listWallets],
  '/balances': [getUserBalances, listLedgerBalances],
  '/transactions': [listTransactions],
  '/exchanges': [listExchangeTransactions],
  '/withdrawals': [listWithdrawalRequests],
  '/address-book': [listBookEntries],
  '/aml': [listAmlChecks, readAmlActivity],
  '/activity-log': [listAuditLog],
  '/books/entries': [listLedgerEntries],
};

/** Balances of a past moment are another operation. */
function readsOf(pathname: string, search: Search): readonly Operation[] {
  const operations = firstReads[pathname] ?? [];
  const isPast = operations.includes(getUserBalances) && (search.get('at') ?? '') !== '';
  return isPast ? [readBalancesAt] : operations;
}

/**
 * The requests that a signed-in user's page makes first, as path and query. The gateway makes the page send them while
 * its scripts are loading. None of them depends on what only the browser knows, such as its time zone.
 */
export function earlyRequests(pathname: string, search: Search, current: Held): string[] {
  const reads = readsOf(pathname, search).filter(
    (operation) => lackingOf(current, neededFor(operation)).length === 0,
  );
  return [requestPath(readSession), ...reads.flatMap((operation) => earlyPath(operation, search) ?? [])];
}

/** Undefined if it depends on the browser's time zone. */
function earlyPath(operation: Operation, search: Search): string | undefined {
  if (operation.query === undefined) return requestPath(operation);
  if (operation === readBalancesAt) {
    const moment = parseDateTimeParameter(search.get('at') ?? '');
    // A day begins when it does in the browser's zone.
    if (moment === undefined || moment.isDateOnly) return undefined;
    return requestPath(operation, { at: moment.instant });
  }
  const query = parseListQuery(openSets(operation.query), search);
  const time = timeParameters(operation.query);
  if (time === undefined) return requestPath(operation, query);
  // Days of a range begin when they do in the browser's zone.
  if ((search.get('range') ?? '') !== '') return undefined;
  return requestPath(operation, upTo(query, time.to, parseUntil(search)));
}
