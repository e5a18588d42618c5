// npm run keys
import { Option } from '@commander-js/extra-typings';
import type { Kysely } from 'kysely';
import { permissions, type Permission } from '#contract/permissions.ts';
import type { Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { CommandError, commandLine, failUsage, runCommandLine } from './command-line.ts';
import { onDatabase } from './command-on-database.ts';
import type { Config } from './config.ts';
import { recordCommand } from './gateway/audit-log/record-done.ts';
import { isSandboxDatabase } from './service/addresses/prepare-addresses.ts';
import { now } from '#domain/clock.ts';
import { type Account, insertAccount, listAccounts } from './service/keys/accounts.store.ts';
import { parseExpiry, parseKeyName, parsePermissions } from './service/keys/key-values.ts';
import {
  type ApiKey,
  changeKey,
  insertKey,
  type KeyChange,
  listKeys,
  revokeKey,
} from './service/keys/keys.store.ts';

const whenHelp = 'a number of days, a date (the key works until its end in UTC), a date-time, or "never"';
const permissionsHelp = `\nPermissions:\n  ${permissions.join(', ')}`;

const program = commandLine('keys', 'Create, list, change and revoke API keys.');

program
  .command('create')
  .description('Create a key, and print it once')
  .requiredOption(
    '--name <name>',
    'what the key is for, shown in lists and in the activity log',
    parseKeyName,
  )
  .requiredOption('--permissions <list>', '"all", or permissions with commas between them', parsePermissions)
  .addOption(
    new Option('--account <id>', 'the account it gives access to, needed if there are several').conflicts(
      'newAccount',
    ),
  )
  .option('--new-account <name>', 'create an account with this name, and the key for it', parseKeyName)
  .option('--expires <when>', `${whenHelp} (default)`, parseExpiry)
  .addHelpText('after', permissionsHelp)
  .action(async (options) => await onDatabase(async ({ db }, config) => await create(db, config, options)));

program
  .command('list')
  .description('List keys with their permissions, expiry and last use')
  .action(async () => await onDatabase(async ({ db }) => await list(db)));

program
  .command('change')
  .description('Change a key immediately, including for open sessions')
  .argument('<id>', 'the key’s ID ("list" shows it)')
  .option('--name <name>', 'what the key is for', parseKeyName)
  .option('--permissions <list>', '"all", or permissions with commas between them', parsePermissions)
  .option('--expires <when>', whenHelp, parseExpiry)
  .addHelpText('after', permissionsHelp)
  .action(async (keyId, changes, command) => {
    if (Object.keys(changes).length === 0) {
      failUsage(command, 'Enter what to change: --name, --permissions or --expires.');
    }
    await onDatabase(async ({ db }) => await change(db, keyId, changes));
  });

program
  .command('revoke')
  .description('Revoke a key immediately, including for open sessions')
  .argument('<id>', 'the key’s ID ("list" shows it)')
  .action(async (keyId) => await onDatabase(async ({ db }) => await revoke(db, keyId)));

await runCommandLine(program);

type NewKey = {
  name: string;
  permissions: readonly Permission[];
  account?: string | undefined;
  /** The name of an account that is created with the key. */
  newAccount?: string | undefined;
  expires?: Instant | null | undefined;
};

async function create(
  db: Kysely<Tables>,
  { DATA_DIR }: Config,
  { name, permissions: allowed, account, newAccount, expires = null }: NewKey,
): Promise<void> {
  const accounts = await listAccounts(db);
  // What a first start prepares would go to the wrong account.
  if (accounts.length === 0) {
    throw new CommandError('There are no accounts yet: the first start creates one. Start the server once.');
  }
  const made = await inTransaction(db, async (tx) => {
    const owner =
      newAccount === undefined ? chooseAccount(accounts, account) : await insertAccount(tx, newAccount);
    const key = await insertKey(tx, { accountId: owner, name, permissions: allowed, expiresAt: expires });
    const { keyId } = key;
    const details = { name, permissions: allowed, expires_at: expires };
    await recordCommand(tx, { at: now(), operation: 'createKey', accountId: owner, subject: keyId, details });
    return { owner, ...key };
  });
  const accountName = newAccount ?? accounts.find(({ accountId }) => accountId === made.owner)?.name ?? '';
  console.log(`Account: ${accountName} (${made.owner})`);
  console.log(`Key ${made.keyId}, shown only once:\n`);
  console.log(`  ${made.token}\n`);
  if (newAccount === undefined) console.log('Programs send it in the header "token".');
  else {
    console.log('Next, add the account to the console: Settings → Accounts → Add account, with this key.');
    console.log(`OIDC_ROLES takes the account’s ID, ${made.owner}, or the name that you give it there.`);
  }
  if (await isSandboxDatabase(db)) {
    console.log(
      `\nThis is the sandbox in ${DATA_DIR}. DATA_DIR or DATABASE_URL selects another installation.`,
    );
  }
}

/** The only account, or the one that was asked for. */
function chooseAccount(accounts: readonly Account[], wanted: string | undefined): string {
  const names = accounts.map(({ accountId, name }) => `  ${accountId}  ${name}`).join('\n');
  if (wanted !== undefined) {
    if (accounts.some(({ accountId }) => accountId === wanted)) return wanted;
    throw new CommandError(`There is no account ${wanted}. There are:\n${names}`);
  }
  const [first, ...others] = accounts.map(({ accountId }) => accountId);
  if (first === undefined || others.length > 0) {
    throw new CommandError(`There are several accounts: choose one with --account.\n${names}`);
  }
  return first;
}

async function list(db: Kysely<Tables>): Promise<void> {
  const keys = await listKeys(db);
  const names = new Map((await listAccounts(db)).map(({ accountId, name }) => [accountId, name]));
  if (keys.length === 0) console.log('No keys yet. Create one with "create".');
  for (const key of keys) {
    const { keyId, accountId, name, createdAt, lastUsedAt } = key;
    console.log(`${keyId}  ${name}${stateOf(key)}`);
    console.log(
      `  account ${names.get(accountId)} (${accountId}), made ${createdAt}, ${lastUsedAt === null ? 'never used' : `last used ${lastUsedAt}`}`,
    );
    console.log(`  ${key.permissions.length === 0 ? 'no permissions' : key.permissions.join(', ')}`);
  }
}

function stateOf({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt !== null) return `  (revoked ${revokedAt})`;
  if (expiresAt === null) return '';
  return expiresAt <= now() ? `  (expired ${expiresAt})` : `  (expires ${expiresAt})`;
}

async function change(
  db: Kysely<Tables>,
  keyId: string,
  { name, permissions: allowed, expires }: Pick<KeyChange, 'name' | 'permissions'> & Pick<NewKey, 'expires'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const isChanged = await changeKey(tx, keyId, { name, permissions: allowed, expiresAt: expires });
    if (!isChanged) throw noSuchKey(keyId);
    const details = { name, permissions: allowed, expires_at: expires };
    const { accountId } = await ownerOf(tx, keyId);
    await recordCommand(tx, { at: now(), operation: 'changeKey', accountId, subject: keyId, details });
  });
  console.log(`Key ${keyId} changed. The change applies immediately, including to open sessions.`);
}

function noSuchKey(keyId: string): CommandError {
  return new CommandError(`There is no working key ${keyId}. "list" shows the keys.`);
}

async function revoke(db: Kysely<Tables>, keyId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await revokeKey(tx, keyId))) throw noSuchKey(keyId);
    const { accountId, name } = await ownerOf(tx, keyId);
    await recordCommand(tx, {
      at: now(),
      operation: 'revokeKey',
      accountId,
      subject: keyId,
      details: { name },
    });
  });
  console.log(`Key ${keyId} revoked. It no longer works.`);
}

async function ownerOf(db: Kysely<Tables>, keyId: string): Promise<ApiKey> {
  const key = (await listKeys(db)).find((each) => each.keyId === keyId);
  if (key === undefined) throw noSuchKey(keyId);
  return key;
}
