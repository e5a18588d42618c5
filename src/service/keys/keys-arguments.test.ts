import { expect, it } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { CommandError } from '../command.ts';
import { parseKeysArguments } from './keys-arguments.ts';

it.each([
  [[], 'Enter a command.'],
  [['delete'], 'Unknown command "delete".'],
  [['create', '--permissions', 'all'], 'Enter a --name (up to 64 characters'],
  [['create', '--name', ' ', '--permissions', 'all'], 'Enter a --name (up to 64 characters'],
  [['create', '--name', 'A'], '--permissions is missing.'],
  [['create', '--name', 'A', '--permissions', 'wallets:read,everything'], 'Unknown permission "everything".'],
  [['create', '--name', 'A', '--permissions', ''], 'Unknown permission "".'],
  [['create', '--nmae', 'A'], "Unknown option '--nmae'"],
  [['list', 'more'], '"list" takes no arguments.'],
  [['create', '--name', 'A', '--permissions', 'all', '--expires', 'soon'], '--expires must be'],
  [['create', '--name', 'A', '--permissions', 'all', '--expires', '0'], '--expires must be 1 to 36500 days'],
  [['create', '--name', 'A', '--permissions', 'all', '--expires', '2020-01-01'], 'must be in the future'],
  [['change', 'key_1'], '"change" takes one key id and what to change'],
  [['change', '--name', 'A'], '"change" takes one key id and what to change'],
  [['change', 'key_1', '--account', 'acc_1', '--name', 'A'], '"change" takes one key id'],
  [['create', '--name', 'M\uFFFDller', '--permissions', 'all'], 'An argument is not valid UTF-8.'],
  [['revoke'], '"revoke" takes one key id'],
  [['revoke', 'a', 'b'], '"revoke" takes one key id'],
])('refuses %j with what is wrong and how it is called', (args, message) => {
  const read = () => parseKeysArguments(args);
  expect(read).toThrow(CommandError);
  expect(read).toThrow(message);
  expect(read).toThrow('npm run keys -- create --name NAME');
});

it('reads a list of permissions with spaces and repetitions, and all', () => {
  const create = ['create', '--name', ' Ops bot ', '--permissions'];
  expect(parseKeysArguments([...create, 'aml:check, wallets:read,aml:check'])).toEqual({
    action: 'create',
    name: 'Ops bot',
    permissions: ['wallets:read', 'aml:check'],
    accountId: undefined,
    expiresAt: null,
  });
  expect(parseKeysArguments([...create, 'all', '--account', 'acc_1'])).toMatchObject({
    permissions,
    accountId: 'acc_1',
  });
});

function ends(expires: string) {
  const read = parseKeysArguments(['change', 'key_1', '--expires', expires]);
  return read.action === 'change' ? read.expiresAt : undefined;
}

it('reads when a key ends: a number of days, a date to its end, a moment, or never', () => {
  expect(ends('2090-03-01')).toBe('2090-03-01T23:59:59.999999Z');
  expect(ends('2090-03-01T12:00:00+02:00')).toBe('2090-03-01T10:00:00.000000Z');
  expect(ends('never')).toBeNull();
  const inTwoDays = Date.parse(ends('2') ?? '') - Date.now();
  expect(Math.abs(inTwoDays - 2 * 86_400_000)).toBeLessThan(10_000);
});
