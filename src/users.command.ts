// npm run users
import type { Kysely } from 'kysely';
import { INVITATION_HOURS } from '#contract/gateway/users.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { now } from '#domain/clock.ts';
import { CommandError, commandLine, runCommandLine } from './command-line.ts';
import { onDatabase } from './command-on-database.ts';
import type { Config } from './config.ts';
import { recordCommand } from './gateway/audit-log/record-done.ts';
import { createInvitation } from './gateway/users/invitations.ts';
import { deleteSignInOf, listAllMembers, updateRoles } from './gateway/users/users.store.ts';
import { listAccounts } from './service/keys/accounts.store.ts';

const program = commandLine('users', 'List users, and let someone back in when no administrator can.');
const options = { worksForRemote: true };

program
  .command('list')
  .description('List the users of all accounts with their roles')
  .action(async () => await onDatabase(async ({ db }) => await list(db), options));

program
  .command('reset')
  .description(
    'End a user’s sessions, remove every way in which the user signs in, and print a link to join again. The activity log records it',
  )
  .argument('<email>', 'the user’s email address ("list" shows it)')
  .option('--administrator', 'also make the user an administrator')
  .option('--account <id>', 'of which account, needed with --administrator if the user has several')
  .action(
    async (email, { administrator: isPromoted = false, account }) =>
      await onDatabase(
        async ({ db }, config) => await reset(db, config, { email, isPromoted, account }),
        options,
      ),
  );

await runCommandLine(program);

async function list(db: Kysely<Tables>): Promise<void> {
  const members = await listAllMembers(db);
  if (members.length === 0) console.log('There are no users.');
  const labelOf = await accountLabels(db);
  let person: string | undefined;
  for (const { user_id: userId, name, email, roles, ...account } of members) {
    if (userId !== person) console.log(`${email}  ${name}`);
    console.log(`  ${labelOf(account)}: ${roles.join(', ')}`);
    person = userId;
  }
}

type NamedAccount = { account_id: string; account_name: string | null };

/** How an account is shown: by its name in the console, or else that of our own service, and its ID. */
async function accountLabels(db: Kysely<Tables>): Promise<(account: NamedAccount) => string> {
  const names = new Map((await listAccounts(db)).map(({ accountId, name }) => [accountId, name]));
  return ({ account_id: id, account_name: name }) => {
    const shown = name ?? names.get(id);
    return shown === undefined ? id : `${shown} (${id})`;
  };
}

async function reset(
  db: Kysely<Tables>,
  { PUBLIC_URL, PORT }: Config,
  { email, isPromoted, account }: { email: string; isPromoted: boolean; account?: string | undefined },
): Promise<void> {
  const { name, token } = await inTransaction(db, async (trx) => {
    const members = await listAllMembers(trx, email);
    const [user] = members;
    if (user === undefined) throw new CommandError(`There is no user ${email}. "list" shows the users.`);
    const promotedIn = isPromoted ? chooseAccount(members, account, await accountLabels(trx)) : undefined;
    const at = now();
    const { user_id: userId } = user;
    for (const { account_id: accountId, roles, version } of members) {
      const isPromotedHere = accountId === promotedIn;
      if (isPromotedHere && !roles.includes('administrator')) {
        const change = { user_id: userId, account_id: accountId, updated_at: at, updated_by: null };
        await updateRoles(trx, { ...change, roles: [...roles, 'administrator'] }, version);
      }
      const details = { name: user.name, email: user.email, administrator: isPromotedHere };
      await recordCommand(trx, { at, operation: 'resetUserSignIn', accountId, subject: userId, details });
    }
    await deleteSignInOf(trx, userId);
    const made = await createInvitation(trx, { userId, createdBy: null, at, hours: INVITATION_HOURS });
    return { name: user.name, ...made };
  });
  // Passkeys work on localhost, but not on 127.0.0.1.
  const base = PUBLIC_URL?.href ?? `http://localhost:${PORT}/`;
  console.log(`Link for ${name}, shown only once. It works once, within ${INVITATION_HOURS} hours:\n`);
  console.log(`  ${new URL(`/join#${token}`, base).href}\n`);
}

/** The account in which a user becomes an administrator: the only one, or the one that was asked for. */
function chooseAccount(
  members: readonly NamedAccount[],
  wanted: string | undefined,
  labelOf: (account: NamedAccount) => string,
): string {
  const ids = members.map(({ account_id: accountId }) => accountId);
  const [first = '', ...others] = ids;
  if (wanted === undefined && others.length === 0) return first;
  if (wanted !== undefined && ids.includes(wanted)) return wanted;
  const reason =
    wanted === undefined ? 'The user has several accounts' : `The user isn’t in account ${wanted}`;
  const choices = members.map((each) => `  ${labelOf(each)}`).join('\n');
  throw new CommandError(`${reason}: choose one by its ID with --account.\n${choices}`);
}
