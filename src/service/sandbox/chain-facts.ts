import type { Network } from '#domain/networks.ts';
import { instantFromDate, type Instant } from '#domain/time.ts';
import { writeTransactionId } from '#domain/transaction-ids.ts';
import type { Random } from './random.ts';

/** A moment with microseconds, as a database gives them. */
export function momentAt(random: Random, ms: number): Instant {
  return `${instantFromDate(new Date(ms)).slice(0, 23)}${random.digits(3)}Z` as Instant;
}

/** A transaction id in the network's own shape that no network knows. */
export function newHash(random: Random, network: Network): string {
  return writeTransactionId(network, (bytes) =>
    // Another way to draw signatures would change everything that happens after the first one.
    bytes === 64
      ? Uint8Array.from({ length: bytes }, () => 1 + random.integer(255))
      : Buffer.from(random.hex(2 * bytes), 'hex'),
  );
}
