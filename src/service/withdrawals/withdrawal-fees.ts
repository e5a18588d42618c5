import type { Kysely } from 'kysely';
import { decimal, type Decimal } from '#domain/decimal.ts';
import {
  currenciesOf,
  type Currency,
  type Network,
  serverFactsOf,
  withdrawalNetworks,
} from '#domain/networks.ts';
import type { Tables } from '#database/tables.ts';

/** What a withdrawal costs, and the smallest amount that can be asked for. Both in the withdrawn currency. */
export type FeeRule = { fee: Decimal; minimum: Decimal };

/** The rule that holds without a row of `withdrawal_fees`; undefined where the network lacks the currency. */
export function defaultFeeRule(network: Network, currency: Currency): FeeRule | undefined {
  const rule = serverFactsOf(network).fees[currency];
  return rule && { fee: decimal(rule[0]), minimum: decimal(rule[1]) };
}

/** The rule in force. Throws where the network does not carry the currency. */
export async function getFeeRule(db: Kysely<Tables>, network: Network, currency: Currency): Promise<FeeRule> {
  const changed = await db
    .selectFrom('withdrawal_fees')
    .select(['fee', 'minimum'])
    .where('network', '=', network)
    .where('currency', '=', currency)
    .executeTakeFirst();
  const rule = changed ?? defaultFeeRule(network, currency);
  if (rule === undefined) throw new RangeError(`${network} does not carry ${currency}.`);
  return rule;
}

export type ListedFeeRule = FeeRule & { network: Network; currency: Currency; isChanged: boolean };

/** Every rule in force, in the order of networks and currencies. */
export async function listFeeRules(db: Kysely<Tables>): Promise<ListedFeeRule[]> {
  const changed = await db.selectFrom('withdrawal_fees').selectAll().execute();
  return withdrawalNetworks.flatMap((network) =>
    currenciesOf(network).flatMap((currency): ListedFeeRule[] => {
      const own = changed.find((rule) => rule.network === network && rule.currency === currency);
      const rule = own ?? defaultFeeRule(network, currency);
      if (rule === undefined) return [];
      const { fee, minimum } = rule;
      return [{ network, currency, fee, minimum, isChanged: own !== undefined }];
    }),
  );
}

/** Applies to requests that are made from now on: a request keeps the fee that it was made with. */
export async function setFeeRule(
  db: Kysely<Tables>,
  network: Network,
  currency: Currency,
  { fee, minimum }: FeeRule,
): Promise<void> {
  await db
    .insertInto('withdrawal_fees')
    .values({ network, currency, fee, minimum })
    .onConflict((conflict) => conflict.columns(['network', 'currency']).doUpdateSet({ fee, minimum }))
    .execute();
}

/** Back to the default. False when it was in force already. */
export async function resetFeeRule(
  db: Kysely<Tables>,
  network: Network,
  currency: Currency,
): Promise<boolean> {
  const result = await db
    .deleteFrom('withdrawal_fees')
    .where('network', '=', network)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
