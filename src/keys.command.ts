// npm run keys: makes, lists, changes and revokes API keys.
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Config } from './config.ts';
import { recordKeyChange } from './gateway/audit-log/record-key-change.ts';
import { prepareAddresses } from './service/addresses/prepare-addresses.ts';
import { now } from './service/clock.ts';
import { CommandError, runOnDatabase } from './service/command.ts';
import { seedSandbox } from './service/sandbox/seed-sandbox.ts';
import { insertAccount, listAccounts } from './service/keys/accounts.store.ts';
import { type KeysCommand, parseKeysArguments } from './service/keys/keys-arguments.ts';
import { type ApiKey, changeKey, insertKey, listKeys, revokeKey } from './service/keys/keys.store.ts';

let command: KeysCommand;

await runOnDatabase(
  () => {
    command = parseKeysArguments(process.argv.slice(2));
    return { mayCreate: command.action === 'create' };
  },
  async ({ db }, config) => {
    if (command.action === 'list') return await list(db);
    if (command.action === 'revoke') return await revoke(db, command.keyId);
    if (command.action === 'change') return await change(db, command);
    await prepareAsServerDoes(db, config);
    return await create(db, command);
  },
);

/** A key may be made before the first start: the data must be the same as if the server had come first. */
async function prepareAsServerDoes(db: Kysely<Tables>, config: Config): Promise<void> {
  const isSandbox = config.mode === 'sandbox';
  const { newPhraseFile } = await prepareAddresses(db, { dataDirectory: config.DATA_DIR, isSandbox });
  if (isSandbox) await seedSandbox(db);
  else if (newPhraseFile !== undefined) {
    console.log(`Recovery phrase: ${newPhraseFile}`);
    console.log('Anyone who has it can spend the funds. Move it to a safe place and delete it here.\n');
  }
}

async function create(
  db: Kysely<Tables>,
  { name, permissions, accountId, expiresAt }: KeysCommand & { action: 'create' },
): Promise<number> {
  const made = await inTransaction(db, async (tx) => {
    const owner = await chooseAccount(tx, accountId);
    const key = await insertKey(tx, { accountId: owner, name, permissions, expiresAt });
    const { keyId } = key;
    const details = { name, permissions, expires_at: expiresAt ?? null };
    await recordKeyChange(tx, { operation: 'createKey', accountId: owner, keyId, details });
    return { owner, ...key };
  });
  console.log(`Key ${made.keyId} of account ${made.owner}, shown only once:\n`);
  console.log(`  ${made.token}\n`);
  console.log('Programs send it in the header "token".');
  return 0;
}

/** The only account, which is created if there is none. */
async function chooseAccount(db: Kysely<Tables>, wanted: string | undefined): Promise<string> {
  const accounts = await listAccounts(db);
  const names = accounts.map(({ accountId, name }) => `  ${accountId}  ${name}`).join('\n');
  if (wanted !== undefined) {
    if (accounts.some(({ accountId }) => accountId === wanted)) return wanted;
    throw new CommandError(
      accounts.length === 0
        ? `There is no account ${wanted}, and no other: without --account one is made.`
        : `There is no account ${wanted}. There are:\n${names}`,
    );
  }
  const [first, ...others] = accounts;
  if (others.length > 0) {
    throw new CommandError(`There are several accounts: choose one with --account.\n${names}`);
  }
  return first?.accountId ?? (await insertAccount(db, 'Main account'));
}

async function list(db: Kysely<Tables>): Promise<number> {
  const keys = await listKeys(db);
  if (keys.length === 0) console.log('No keys yet. Create one with "create".');
  for (const key of keys) {
    const { keyId, accountId, name, permissions, createdAt, lastUsedAt } = key;
    console.log(`${keyId}  ${name}${stateOf(key)}`);
    console.log(
      `  account ${accountId}, made ${createdAt}, ${lastUsedAt === null ? 'never used' : `last used ${lastUsedAt}`}`,
    );
    console.log(`  ${permissions.length === 0 ? 'no permissions' : permissions.join(', ')}`);
  }
  return 0;
}

function stateOf({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt !== null) return `  (revoked ${revokedAt})`;
  if (expiresAt === null) return '';
  return expiresAt <= now() ? `  (expired ${expiresAt})` : `  (expires ${expiresAt})`;
}

async function change(
  db: Kysely<Tables>,
  { keyId, name, permissions, expiresAt }: KeysCommand & { action: 'change' },
): Promise<number> {
  await inTransaction(db, async (tx) => {
    if (!(await changeKey(tx, keyId, { name, permissions, expiresAt }))) throw noSuchKey(keyId);
    const details = { name, permissions, expires_at: expiresAt };
    const { accountId } = await ownerOf(tx, keyId);
    await recordKeyChange(tx, { operation: 'changeKey', accountId, keyId, details });
  });
  console.log(`Key ${keyId} changed. The change applies immediately, including to open sessions.`);
  return 0;
}

function noSuchKey(keyId: string): CommandError {
  return new CommandError(`There is no working key ${keyId}. "list" shows the keys.`);
}

async function revoke(db: Kysely<Tables>, keyId: string): Promise<number> {
  await inTransaction(db, async (tx) => {
    if (!(await revokeKey(tx, keyId))) throw noSuchKey(keyId);
    const { accountId, name } = await ownerOf(tx, keyId);
    await recordKeyChange(tx, { operation: 'revokeKey', accountId, keyId, details: { name } });
  });
  console.log(`Key ${keyId} revoked. It no longer works.`);
  return 0;
}

async function ownerOf(db: Kysely<Tables>, keyId: string): Promise<ApiKey> {
  const key = (await listKeys(db)).find((each) => each.keyId === keyId);
  if (key === undefined) throw noSuchKey(keyId);
  return key;
}
