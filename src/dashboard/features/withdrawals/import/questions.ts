import { pluralize } from '#domain/format.ts';
import { compare, subtract, sum } from '#domain/arithmetic.ts';
import type { Decimal } from '#domain/decimal.ts';
import type { KnownAddress } from '../create/recipient.queries.ts';
import { quoteOf, parseEnteredAmount } from '../create/quote.ts';
import { formatLines } from './row-labels.ts';
import type { ScreenedRow } from './screen-list.ts';
import type { ReadyRow } from './plan-list.ts';

/** A question that the user must confirm before a list is sent. */
export type Question = { key: string } & (
  | { kind: 'look-alike'; lines: readonly number[]; address: string; lookAlikes: readonly KnownAddress[] }
  | { kind: 'message'; about: string; details: readonly string[]; yes: string }
);

/** What is to be asked of these rows: look-alikes, rows that pay the same twice, new recipients, missing funds. */
export function questionsOf(rows: readonly ScreenedRow[], sums: readonly SourceSum[]): Question[] {
  const alike = Map.groupBy(
    rows.filter(({ recipient }) => recipient.lookAlikes.length > 0),
    ({ body }) => body.recipient_wallet,
  );
  return [
    ...[...alike].map(([address, of]): Question => ({
      key: `look-alike ${address}`,
      kind: 'look-alike',
      lines: of.map(({ line }) => line),
      address,
      lookAlikes: of[0]?.recipient.lookAlikes ?? [],
    })),
    ...twins(rows),
    ...newRecipients(rows),
    ...missingFunds(sums),
  ];
}

function twins(rows: readonly ScreenedRow[]): Question[] {
  const groups = Map.groupBy(
    rows.filter((row) => row.twins.length > 0),
    ({ twins: [first] }) => first,
  );
  if (groups.size === 0) return [];
  return [
    {
      key: 'twins',
      kind: 'message',
      about: 'Some rows pay the same amount to the same address.',
      details: [...groups.values()].flatMap(([row]) =>
        row === undefined
          ? []
          : [
              `${row.body.amount} ${row.body.currency} to ${row.body.recipient_wallet}: ${formatLines(row.twins)}`,
            ],
      ),
      yes: 'These duplicates are intentional',
    },
  ];
}

function newRecipients(rows: readonly ScreenedRow[]): Question[] {
  const unknown = rows.filter(({ recipient }) => recipient.isNew);
  if (unknown.length === 0) return [];
  const addresses = new Set(unknown.map(({ body }) => body.recipient_wallet)).size;
  return [
    {
      key: 'new',
      kind: 'message',
      about:
        `${unknown.length} ${pluralize(unknown.length, 'row')} ${unknown.length === 1 ? 'pays' : 'pay'} ` +
        `${addresses === 1 ? 'an address that is' : `${addresses} addresses that are`} neither your own, nor in the ` +
        'address book, nor known to have been paid before.',
      details: [],
      yes: 'I’ve checked these addresses against their source',
    },
  ];
}

function missingFunds(sums: readonly SourceSum[]): Question[] {
  const short = sums.filter(({ missing }) => missing !== undefined);
  if (short.length === 0) return [];
  return [
    {
      key: 'funds',
      kind: 'message',
      about: 'The total exceeds the available balance. Rows that aren’t covered will be refused.',
      details: short.map(
        ({ payer, currency, debited, available, missing }) =>
          `${payer}: ${debited} ${currency} needed, ${available} ${currency} available, ${missing} ${currency} missing`,
      ),
      yes: 'Submit in order anyway',
    },
  ];
}

/** The total that one source pays in one currency. */
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
  /** How many rows have a fee that only the provider knows: it is in no sum. */
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
        amount: parseEnteredAmount(body.amount),
        isFeeIncluded: body.fee_included,
        fee: fee.kind === 'unknown' ? undefined : fee.fee,
        available: undefined,
      }),
    );
    // If only the provider knows the fee, the amount is the least that the fee is added to or deducted from.
    const part = (name: 'debited' | 'received') =>
      sum(
        quotes.flatMap(
          (quote, index) => quote[name] ?? parseEnteredAmount(of[index]?.body.amount ?? '') ?? [],
        ),
      );
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
