import { compare, subtract, sum } from '#domain/arithmetic.ts';
import type { Decimal } from '#domain/decimal.ts';
import { quoteOf, readAmount } from '../create/quote.ts';
import type { ReadyRow } from './plan-list.ts';

/** What the rows that one source pays in one currency move together. */
export type SourceSum = {
  key: string;
  payer: string;
  currency: string;
  rows: number;
  debited: Decimal;
  fee: Decimal;
  received: Decimal;
  /** Some fees are estimates: the sums that they are part of are, too. */
  isEstimate: boolean;
  /** Of so many rows the provider alone knows the fee: it is in no sum. */
  unknownFees: number;
  /** Undefined where it is not known. */
  available: Decimal | undefined;
  /** What is needed beyond what is available; undefined where that is enough, or not known. */
  missing: Decimal | undefined;
};

/** What the rows debit, cost and pay, exact, for each source and currency, against what is available there. */
export function sumsOf(rows: readonly Pick<ReadyRow, 'body' | 'payer' | 'fee'>[]): SourceSum[] {
  const groups = Map.groupBy(rows, ({ payer, body }) => JSON.stringify([payer.key, body.currency]));
  return [...groups].flatMap(([key, of]) => {
    const [first] = of;
    if (first === undefined) return [];
    const quotes = of.map(({ body, fee }) =>
      quoteOf({
        amount: readAmount(body.amount),
        isFeeIncluded: body.fee_included,
        fee: fee.kind === 'unknown' ? undefined : fee.fee,
        available: undefined,
      }),
    );
    // Where only the provider knows the fee, what it would be added to, or taken from, is the amount at least.
    const part = (name: 'debited' | 'received') =>
      sum(quotes.flatMap((quote, index) => quote[name] ?? readAmount(of[index]?.body.amount ?? '') ?? []));
    const debited = part('debited');
    const { available } = first.payer;
    const isShort = available !== undefined && compare(debited, available) > 0;
    return [
      {
        key,
        payer: first.payer.name,
        currency: first.body.currency,
        rows: of.length,
        debited,
        fee: sum(quotes.flatMap(({ fee }) => fee ?? [])),
        received: part('received'),
        isEstimate: of.some(({ fee }) => fee.kind === 'estimate'),
        unknownFees: of.filter(({ fee }) => fee.kind === 'unknown').length,
        available,
        missing: isShort ? subtract(debited, available) : undefined,
      },
    ];
  });
}
