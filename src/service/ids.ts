import { randomBytes } from 'node:crypto';
import { type Instant, toDate } from '#domain/time.ts';

/** A new id: the prefix says what it is of, 96 random bits make it unique without asking anybody. */
export function newId(prefix: 'acc' | 'key' | 'post' | 'dst'): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

const momentDigits = 13;
const randomDigits = 11;

/**
 * The id of a transaction (`tx`), an exchange (`ex`), a withdrawal request (`wd`) or the delivery of an event (`dlv`):
 * the moment in microseconds and 44 random bits, 24 lowercase hexadecimal digits, so that the order of the ids is the order
 * in time. `random`, so many hexadecimal digits, is for data that must be the same at every run.
 */
export function timeId(
  prefix: 'tx' | 'ex' | 'wd' | 'dlv',
  createdAt: Instant,
  random: string = randomBytes(6).toString('hex').slice(0, randomDigits),
): string {
  const micros = BigInt(toDate(createdAt).getTime()) * 1000n + BigInt(createdAt.slice(23, 26));
  return `${prefix}_${micros.toString(16).padStart(momentDigits, '0')}${random}`;
}
