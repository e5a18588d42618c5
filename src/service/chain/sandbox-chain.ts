import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Network } from '#domain/networks.ts';
import { msBetween } from '#domain/time.ts';
import { writeTransactionId } from '#domain/transaction-ids.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { now } from '#domain/clock.ts';
import type { Chain, PaymentOrder, SignedPayment } from './chain.ts';

type Options = {
  /** How long after its arrival a payment is carried out. */
  confirmAfterMs?: number;
  /** The share of all payments, from 0 to 1, that is refused before it is signed. */
  refusedShare?: number;
  /** The share of sent payments that fails on the network. */
  failedShare?: number;
};

/**
 * Stands in for the networks, as there is no node to ask: it keeps what it is sent in a table, carries it out after some
 * seconds, and moves nothing anywhere. A small share is refused and another fails, always the same ones, so that these
 * ends of a withdrawal can be seen as well.
 */
export function sandboxChain(db: Kysely<Tables>, options: Options = {}): Chain {
  const { confirmAfterMs = 4_000, refusedShare = 0.01, failedShare = 0.02 } = options;
  return {
    sign: async (order) => {
      if (shareOf(order.reference) < refusedShare) {
        return { outcome: 'refused', reason: 'The sandbox chain refuses a small share of all payments.' };
      }
      // As on a real network, signing again makes another payment: signing and sending twice pays twice.
      return { outcome: 'signed', payment: sandboxPayment(order, randomBytes(16).toString('hex')) };
    },

    send: async ({ network, hash, signed }, signal) => {
      if (hashOf(network, signed) !== hash) throw new Error(`The payment ${hash} is not what was signed.`);
      await inTransaction(db, async (tx) => {
        await tx
          .insertInto('sandbox_chain_payments')
          .values({ network, hash, signed, received_at: now() })
          .onConflict((conflict) => conflict.columns(['network', 'hash']).doNothing())
          .execute();
        signal.throwIfAborted();
      });
    },

    state: async ({ network, hash }) => {
      const received = await db
        .selectFrom('sandbox_chain_payments')
        .select('received_at')
        .where('network', '=', network)
        .where('hash', '=', hash)
        .executeTakeFirst();
      if (received === undefined) return 'unknown';
      if (msBetween(received.received_at, now()) < confirmAfterMs) return 'pending';
      return shareOf(hash) < failedShare ? 'failed' : 'confirmed';
    },
  };
}

/** The payment that this chain makes of an order; the nonce tells two payments for one order apart. */
export function sandboxPayment(order: PaymentOrder, nonce: string): SignedPayment {
  const { network } = order;
  const signed = JSON.stringify({ ...order, nonce });
  return { network, hash: hashOf(network, signed), signed };
}

/** A hash in the form of the network's own transaction IDs. */
function hashOf(network: Network, signed: string): string {
  return writeTransactionId(network, (bytes) =>
    createHash(`sha${bytes * 8}`)
      .update(signed)
      .digest(),
  );
}

/** A number from 0 up to 1 that belongs to the text for ever. */
function shareOf(text: string): number {
  return createHash('sha256').update(`share of ${text}`).digest().readUInt32BE() / 2 ** 32;
}
