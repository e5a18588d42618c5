import { base58 } from '@scure/base';
import type { Network } from '#domain/networks.ts';
import { instantFromDate, type Instant } from '#domain/time.ts';
import type { Random } from './random.ts';

/** A moment with microseconds, as a database gives them. */
export function momentAt(random: Random, ms: number): Instant {
  return `${instantFromDate(new Date(ms)).slice(0, 23)}${random.digits(3)}Z` as Instant;
}

/** A transaction id in the network's own shape that no network knows. */
export function newHash(random: Random, network: Network): string {
  if (network === 'sol') return base58.encode(Uint8Array.from({ length: 64 }, () => 1 + random.integer(255)));
  const digits = random.hex(64);
  return network === 'eth' || network === 'bnb' ? `0x${digits}` : digits;
}
