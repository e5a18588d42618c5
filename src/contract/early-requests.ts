import { parseDateTimeParameter } from '#domain/time.ts';
import { openSets } from './fields.ts';
import { listBookEntries } from './gateway/address-book.ts';
import { listAmlChecks } from './gateway/aml-library.ts';
import { listAuditLog } from './gateway/audit-log.ts';
import { listLedgerEntries } from './gateway/ledger-entries.ts';
import { readBalancesAt } from './gateway/ledger-balances.ts';
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
const firstReads: Readonly<Record<string, Operation>> = {
  '/': getUserBalances,
  '/wallets': listWallets,
  '/balances': getUserBalances,
  '/transactions': listTransactions,
  '/exchanges': listExchangeTransactions,
  '/withdrawals': listWithdrawalRequests,
  '/address-book': listBookEntries,
  '/aml': listAmlChecks,
  '/activity-log': listAuditLog,
  '/books/entries': listLedgerEntries,
};

/** Balances of a past moment are another operation. */
function readOf(pathname: string, search: Search): Operation | undefined {
  const operation = firstReads[pathname];
  return operation === getUserBalances && (search.get('at') ?? '') !== '' ? readBalancesAt : operation;
}

/**
 * The requests that a signed-in user's page makes first, as path and query. The gateway makes the page send them while
 * its scripts are loading. None of them depends on what only the browser knows, such as its time zone.
 */
export function earlyRequests(pathname: string, search: Search, current: Held): string[] {
  const session = requestPath(readSession);
  const operation = readOf(pathname, search);
  if (operation === undefined || lackingOf(current, neededFor(operation)).length > 0) return [session];
  if (operation.query === undefined) return [session, requestPath(operation)];
  if (operation === readBalancesAt) {
    const moment = parseDateTimeParameter(search.get('at') ?? '');
    // A day begins when it does in the browser's zone.
    if (moment === undefined || moment.isDateOnly) return [session];
    return [session, requestPath(operation, { at: moment.instant })];
  }
  const query = parseListQuery(openSets(operation.query), search);
  const time = timeParameters(operation.query);
  if (time === undefined) return [session, requestPath(operation, query)];
  // Days of a range begin when they do in the browser's zone.
  if ((search.get('range') ?? '') !== '') return [session];
  return [session, requestPath(operation, upTo(query, time.to, parseUntil(search)))];
}
