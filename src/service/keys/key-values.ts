import { InvalidArgumentError } from '@commander-js/extra-typings';
import { lineOfText } from '#contract/fields.ts';
import { permissions, type Permission } from '#contract/permissions.ts';
import { now } from '#domain/clock.ts';
import { addMs, type Instant, lastMomentOfDay, parseDateTimeParameter } from '#domain/time.ts';

const keyName = lineOfText(64, { what: 'a name' });
const longestDays = 36_500;

export function parseKeyName(text: string): string {
  const { success, data, error } = keyName.safeParse(text);
  if (success) return data;
  throw new InvalidArgumentError(error.issues[0]?.message ?? 'Enter another name.');
}

/** `all`, or permissions with commas between them, in the order of the contract. */
export function parsePermissions(list: string): readonly Permission[] {
  if (list === 'all') return permissions;
  const asked = list.split(',').map((name) => name.trim());
  const unknown = asked.find((name) => !permissions.some((permission) => permission === name));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(
      `Unknown permission "${unknown}". Enter "all", or some of ${permissions.join(', ')}.`,
    );
  }
  return permissions.filter((permission) => asked.includes(permission));
}

/** When a key expires; null: never. A date means its end in UTC. */
export function parseExpiry(text: string): Instant | null {
  if (text === 'never') return null;
  if (/^\d{1,5}$/.test(text)) {
    const days = Number(text);
    if (days < 1 || days > longestDays) throw new InvalidArgumentError(`Enter 1 to ${longestDays} days.`);
    return addMs(now(), days * 86_400_000);
  }
  const moment = parseDateTimeParameter(text);
  if (moment === undefined) {
    throw new InvalidArgumentError('Enter a number of days, a date, a date-time, or "never".');
  }
  const instant = moment.isDateOnly ? lastMomentOfDay(moment.instant) : moment.instant;
  if (instant <= now()) throw new InvalidArgumentError('Enter a time in the future.');
  return instant;
}
