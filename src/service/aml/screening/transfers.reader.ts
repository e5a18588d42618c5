import { sql, type Kysely } from 'kysely';
import type { Decimal } from '#domain/decimal.ts';
import type { AmlNetwork, Currency } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';
import { isCategory, type Category } from './categories.ts';

/** What one sender paid to one recipient in one currency. */
export type Inflow = {
  sender: string;
  currency: Currency;
  amount: Decimal;
  /** The time of the last of the payments. */
  lastAt: Instant;
  payments: number;
};

/** An address whose incoming payments up to a moment, inclusive, are asked for. */
export type Recipient = { address: string; until: Instant };

export type Label = { address: string; entity: string; category: Category; source: string };

export type Movement = {
  sender: string;
  recipient: string;
  currency: Currency;
  amount: Decimal;
  at: Instant;
};

/** What screening knows of the world, on one network. */
export type TransfersReader = {
  /** Payments by recipient: the newest `most` of each, grouped by sender and currency, in any order. */
  inflowsOf: (recipients: readonly Recipient[], most: number) => Promise<Map<string, Inflow[]>>;
  labelsOf: (addresses: readonly string[]) => Promise<Label[]>;
  /** The movements of one transaction, up to `most`; empty where it is not known. */
  movementsOf: (transactionId: string, most: number) => Promise<Movement[]>;
};

/** Reads the transfers of all accounts and the labels. Payments of an address to itself are no inflow. */
export function transfersReader(db: Kysely<Tables>, network: AmlNetwork): TransfersReader {
  return {
    inflowsOf: async (recipients, most) => {
      const inflows = new Map<string, Inflow[]>();
      if (recipients.length === 0) return inflows;
      const addresses = recipients.map(({ address }) => address);
      const moments = recipients.map(({ until }) => until);
      const { rows } = await sql<Inflow & { recipient: string }>`
        select wanted.address as recipient, found.sender, found.currency, sum(found.amount) as amount,
          max(found.created_at) as "lastAt", count(*) as payments
        from unnest(${addresses}::text[], ${moments}::timestamptz[]) as wanted (address, until)
        cross join lateral (
          select sender, currency, amount, created_at from transfers
          where network = ${network} and recipient = wanted.address and sender <> wanted.address
            and created_at <= wanted.until
          order by created_at desc, hash desc, sender desc, currency desc
          limit ${most}
        ) as found
        group by wanted.address, found.sender, found.currency`.execute(db);
      for (const { recipient, ...inflow } of rows) {
        const known = inflows.get(recipient);
        if (known === undefined) inflows.set(recipient, [inflow]);
        else known.push(inflow);
      }
      return inflows;
    },

    labelsOf: async (addresses) => {
      if (addresses.length === 0) return [];
      const { rows } = await sql<Omit<Label, 'category'> & { category: string }>`
        select address, entity, category, source from aml_labels
        where network = ${network} and address = any(${addresses}::text[])`.execute(db);
      return rows.flatMap(({ category, ...label }) => (isCategory(category) ? [{ ...label, category }] : []));
    },

    movementsOf: async (transactionId, most) =>
      await db
        .selectFrom('transfers')
        .select(['sender', 'recipient', 'currency', 'amount', 'created_at as at'])
        .where('network', '=', network)
        .where('hash', '=', transactionId)
        .orderBy('sender')
        .orderBy('recipient')
        .orderBy('currency')
        .limit(most)
        .execute(),
  };
}
