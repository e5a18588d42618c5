import { parseArgs } from 'node:util';
import { permissions, type Permission } from '#contract/permissions.ts';
import { CommandError } from '../command.ts';

export type KeysCommand =
  | { action: 'create'; name: string; permissions: readonly Permission[]; accountId: string | undefined }
  | { action: 'list' }
  | { action: 'revoke'; keyId: string };

export const keysUsage = `Usage:
  npm run keys -- create --name NAME --permissions LIST [--account ACCOUNT_ID]
  npm run keys -- list
  npm run keys -- revoke KEY_ID

LIST is "all", or of these with commas between them:
  ${permissions.join(', ')}`;

const longestName = 64;

/** Reads the command line. Throws a CommandError that says what is wrong and how it is called. */
export function readKeysArguments(args: string[]): KeysCommand {
  const { values, positionals } = parse(args);
  const [action, ...rest] = positionals;
  switch (action) {
    case 'create': {
      if (rest.length > 0) throw wrong(`"${rest.join(' ')}" is too much.`);
      return {
        action,
        name: readName(values.name),
        permissions: readPermissions(values.permissions),
        accountId: values.account,
      };
    }
    case 'list': {
      if (rest.length > 0 || Object.keys(values).length > 0) throw wrong('"list" takes nothing more.');
      return { action };
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
      throw wrong(action === undefined ? 'Say what to do.' : `"${action}" is unknown.`);
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        permissions: { type: 'string' },
        account: { type: 'string' },
      },
    });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

function readName(name: string | undefined): string {
  const trimmed = name?.trim() ?? '';
  if (trimmed === '' || trimmed.length > longestName || /\p{Cc}/u.test(trimmed)) {
    throw wrong(`--name must be 1 to ${longestName} characters, without control characters.`);
  }
  return trimmed;
}

function readPermissions(list: string | undefined): readonly Permission[] {
  if (list === undefined) throw wrong('--permissions is missing.');
  if (list === 'all') return permissions;
  const asked = list.split(',').map((name) => name.trim());
  const unknown = asked.find((name) => !permissions.some((permission) => permission === name));
  if (unknown !== undefined) throw wrong(`"${unknown}" is no permission.`);
  return permissions.filter((permission) => asked.includes(permission));
}

function wrong(message: string): CommandError {
  return new CommandError(`${message}\n\n${keysUsage}`, 2);
}
