// npm run addresses
import { csvHeader, csvRow, textColumns } from '#domain/csv.ts';
import { CommandError, commandLine, runCommandLine } from '../../command-line.ts';
import { onDatabase } from '../../command-on-database.ts';
import { listAddresses, listAddressKeys } from './list-addresses.ts';

const program = commandLine(
  'addresses',
  'Show what addresses are derived from, to restore them with other software (docs/recovery.md).',
);

program
  .command('keys')
  .description('Show the derivation path, extended public key and next index of each network')
  .action(
    async () =>
      await onDatabase(async ({ db }) => {
        for (const { network, path, nextIndex, extendedPublicKey } of await listAddressKeys(db)) {
          console.log(`${network}  ${path.padEnd(14)}  next index ${nextIndex}\n     ${extendedPublicKey}`);
        }
      }),
  );

program
  .command('list')
  .description('Print every address with its path as CSV, including those of deleted wallets')
  .action(
    async () =>
      await onDatabase(async ({ db }) => {
        const columns = textColumns(['network', 'index', 'path', 'address', 'account', 'wallet', 'deleted']);
        process.stdout.write(csvHeader(columns));
        for (const each of await listAddresses(db)) {
          const { network, index, path, address, accountId, walletName, isDeleted } = each;
          const cells = [network, String(index), path, address, accountId, walletName, String(isDeleted)];
          process.stdout.write(csvRow(columns, cells));
        }
      }),
  );

program
  .command('find')
  .description('Show the path of one address, and whose it is')
  .argument('<address>', 'an address of a wallet, or of one that was deleted')
  .action(
    async (address) =>
      await onDatabase(async ({ db }) => {
        const [found] = await listAddresses(db, address);
        if (found === undefined) {
          throw new CommandError(`No wallet in this installation has or had the address ${address}.`);
        }
        const { network, path, accountId, walletName, isDeleted } = found;
        console.log(`${network}  ${path}`);
        console.log(`Wallet “${walletName}” of account ${accountId}${isDeleted ? ', deleted' : ''}.`);
      }),
  );

await runCommandLine(program);
