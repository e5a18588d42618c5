import { expect, it } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { CommandError } from '../command.ts';
import { readKeysArguments } from './keys-arguments.ts';

it.each([
  [[], 'Say what to do.'],
  [['delete'], '"delete" is unknown.'],
  [['create', '--permissions', 'all'], '--name must be 1 to 64 characters'],
  [['create', '--name', ' ', '--permissions', 'all'], '--name must be 1 to 64 characters'],
  [['create', '--name', 'A'], '--permissions is missing.'],
  [['create', '--name', 'A', '--permissions', 'wallets:read,everything'], '"everything" is no permission.'],
  [['create', '--name', 'A', '--permissions', ''], '"" is no permission.'],
  [['create', '--nmae', 'A'], "Unknown option '--nmae'"],
  [['list', 'more'], '"list" takes nothing more.'],
  [['revoke'], '"revoke" takes one key id'],
  [['revoke', 'a', 'b'], '"revoke" takes one key id'],
])('refuses %j with what is wrong and how it is called', (args, message) => {
  const read = () => readKeysArguments(args);
  expect(read).toThrow(CommandError);
  expect(read).toThrow(message);
  expect(read).toThrow('npm run keys -- create --name NAME');
});

it('reads a list of permissions with spaces and repetitions, and all', () => {
  const create = ['create', '--name', ' Ops bot ', '--permissions'];
  expect(readKeysArguments([...create, 'aml:check, wallets:read,aml:check'])).toEqual({
    action: 'create',
    name: 'Ops bot',
    permissions: ['wallets:read', 'aml:check'],
    accountId: undefined,
  });
  expect(readKeysArguments([...create, 'all', '--account', 'acc_1'])).toMatchObject({
    permissions,
    accountId: 'acc_1',
  });
});
