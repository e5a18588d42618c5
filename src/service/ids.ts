import { randomBytes } from 'node:crypto';

/** A new id: the prefix says what it is of, 96 random bits make it unique without asking anybody. */
export function newId(prefix: 'acc' | 'key' | 'post'): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
