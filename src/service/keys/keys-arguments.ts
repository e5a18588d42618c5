import { permissions, type Permission } from '#contract/permissions.ts';
import { instantFromDate, type Instant, lastMomentOfDay, parseDateTimeParameter } from '#domain/time.ts';
import { commandLine } from '../command-line.ts';
import type { KeyChange } from './keys.store.ts';

export type KeysCommand =
  | {
      action: 'create';
      name: string;
      permissions: readonly Permission[];
      accountId: string | undefined;
      expiresAt: Instant | null;
    }
  | ({ action: 'change'; keyId: string } & KeyChange)
  | { action: 'list' }
  | { action: 'revoke'; keyId: string };

const keysUsage = `Usage:
  npm run keys -- create --name NAME --permissions LIST [--account ACCOUNT_ID] [--expires WHEN]
  npm run keys -- list
  npm run keys -- change KEY_ID [--name NAME] [--permissions LIST] [--expires WHEN]
  npm run keys -- revoke KEY_ID

LIST is "all", or of these with commas between them:
  ${permissions.join(', ')}

WHEN is a number of days, a date (the key works until its end in UTC), a date-time, or "never".`;

const longestName = 64;

const { read, wrong } = commandLine(keysUsage, {
  name: { type: 'string' },
  permissions: { type: 'string' },
  account: { type: 'string' },
  expires: { type: 'string' },
});

/** Reads the command line. Throws a CommandError that says what is wrong and how it is called. */
export function parseKeysArguments(args: string[]): KeysCommand {
  const { values, positionals } = read(args);
  const [action, ...rest] = positionals;
  switch (action) {
    case 'create': {
      if (rest.length > 0) throw wrong(`Unexpected argument "${rest.join(' ')}".`);
      return {
        action,
        name: parseName(values.name),
        permissions: parsePermissions(values.permissions),
        accountId: values.account,
        expiresAt: parseExpiry(values.expires) ?? null,
      };
    }
    case 'list': {
      if (rest.length > 0 || Object.keys(values).length > 0) throw wrong('"list" takes no arguments.');
      return { action };
    }
    case 'change': {
      const [keyId, ...more] = rest;
      const { name, permissions: list, expires, account } = values;
      const isNothing = name === undefined && list === undefined && expires === undefined;
      if (keyId === undefined || more.length > 0 || isNothing || account !== undefined) {
        throw wrong('"change" takes one key id and what to change: --name, --permissions or --expires.');
      }
      return {
        action,
        keyId,
        name: name === undefined ? undefined : parseName(name),
        permissions: list === undefined ? undefined : parsePermissions(list),
        expiresAt: parseExpiry(expires),
      };
    }
    case 'revoke': {
      const [keyId, ...more] = rest;
      if (keyId === undefined || more.length > 0 || Object.keys(values).length > 0) {
        throw wrong('"revoke" takes one key id ("list" shows them).');
      }
      return { action, keyId };
    }
    case undefined:
    default:
      throw wrong(action === undefined ? 'Enter a command.' : `Unknown command "${action}".`);
  }
}

function parseName(name: string | undefined): string {
  const trimmed = name?.trim() ?? '';
  if (trimmed === '' || trimmed.length > longestName || /\p{Cc}/u.test(trimmed)) {
    throw wrong(`Enter a --name (up to ${longestName} characters, without control characters).`);
  }
  return trimmed;
}

function parsePermissions(list: string | undefined): readonly Permission[] {
  if (list === undefined) throw wrong('--permissions is missing.');
  if (list === 'all') return permissions;
  const asked = list.split(',').map((name) => name.trim());
  const unknown = asked.find((name) => !permissions.some((permission) => permission === name));
  if (unknown !== undefined) throw wrong(`Unknown permission "${unknown}".`);
  return permissions.filter((permission) => asked.includes(permission));
}

const longestDays = 36_500;

/** When a key ends; null: never; undefined if the option is missing. */
function parseExpiry(text: string | undefined): Instant | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'never') return null;
  if (/^\d{1,5}$/.test(text)) {
    const days = Number(text);
    if (days < 1 || days > longestDays) throw wrong(`--expires must be 1 to ${longestDays} days.`);
    return instantFromDate(new Date(Date.now() + days * 86_400_000));
  }
  const moment = parseDateTimeParameter(text);
  if (moment === undefined)
    throw wrong('--expires must be a number of days, a date, a date-time, or "never".');
  const instant = moment.isDateOnly ? lastMomentOfDay(moment.instant) : moment.instant;
  if (instant <= instantFromDate(new Date())) throw wrong('--expires must be in the future.');
  return instant;
}
