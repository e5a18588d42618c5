import { negate } from '../arithmetic.ts';
import type { Decimal } from '../decimal.ts';
import type { Instant } from '../time.ts';
import type { BookLine } from './lines.ts';

/** The lists that say what moved. */
export const movementLists = ['transactions', 'exchanges', 'withdrawals'] as const;

/** What a list says of one movement of a completed document. */
export type ListLine = BookLine & { list: (typeof movementLists)[number] };

/** What withdrawal requests add to the transaction that paid them. */
export type RequestIds = { request_id: string; external_id: string };

type Transaction = {
  transaction_id: string;
  direction: string;
  amount: Decimal;
  fee: Decimal;
  currency: string;
  network: string;
  hash: string;
  at: Instant;
};

/** A completed transaction. One that pays a request is named by that. */
export function lineOfTransaction(
  { transaction_id: id, direction, amount, fee, currency, network, hash, at }: Transaction,
  request?: RequestIds,
): ListLine {
  const isOut = direction === 'out';
  const references = request === undefined ? [id] : [request.request_id, id, request.external_id];
  return {
    list: 'transactions',
    id: lineId(references, isOut),
    at,
    amount: isOut ? negate(amount) : amount,
    fee: isOut ? fee : null,
    currency,
    network,
    hash: hash === '' ? null : hash,
    references,
  };
}

type Exchange = {
  transaction_id: string;
  amount_from: Decimal;
  currency_from: string;
  network_from: string;
  amount_to: Decimal;
  currency_to: string;
  network_to: string;
  at: Instant;
};

/** What a completed exchange took and gave. Its fee was deducted from what it gave. */
export function linesOfExchange({ transaction_id: id, at, ...exchange }: Exchange): [ListLine, ListLine] {
  const both = { list: 'exchanges', at, fee: null, hash: null, references: [id] } as const;
  return [
    {
      ...both,
      id: lineId([id], true),
      amount: negate(exchange.amount_from),
      currency: exchange.currency_from,
      network: exchange.network_from,
    },
    {
      ...both,
      id: lineId([id], false),
      amount: exchange.amount_to,
      currency: exchange.currency_to,
      network: exchange.network_to,
    },
  ];
}

type Request = RequestIds & {
  transaction_id: string | null;
  /** What the recipient got. */
  received: Decimal;
  fee: Decimal;
  currency: string;
  network: string;
  hash: string | null;
  at: Instant;
};

/** A completed withdrawal request. */
export function lineOfRequest({ received, fee, currency, network, hash, at, ...ids }: Request): ListLine {
  const references = [ids.request_id, ids.transaction_id ?? [], ids.external_id].flat();
  return {
    list: 'withdrawals',
    id: lineId(references, true),
    at,
    amount: negate(received),
    fee,
    currency,
    network,
    hash,
    references,
  };
}

/** Equal for what the ledger and the lists say of the same movement: a document has at most one in each direction. */
export function lineId([document = '']: readonly string[], isOut: boolean): string {
  return `${document} ${isOut ? 'out' : 'in'}`;
}
