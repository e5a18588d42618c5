// npm run addresses: shows what addresses are derived from, to restore them with other software.
import { csvHeader, csvRow, textColumns } from '#domain/csv.ts';
import { CommandError, runOnDatabase } from '../command.ts';
import { commandLine } from '../command-line.ts';
import { listAddresses, listAddressKeys } from './list-addresses.ts';

const usage = `Usage:
  npm run addresses -- keys            the path, extended public key and next index of each network
  npm run addresses -- list            every address with its path, as CSV
  npm run addresses -- find ADDRESS    the path of one address`;

const { read, wrong } = commandLine(usage, {});

type Command = { action: 'keys' } | { action: 'list' } | { action: 'find'; address: string };

function parseArguments(args: string[]): Command {
  const [action, ...more] = read(args).positionals;
  const [address, ...rest] = more;
  if (action === 'find' && address !== undefined && rest.length === 0) return { action, address };
  if ((action === 'keys' || action === 'list') && more.length === 0) return { action };
  if (action === 'find') throw wrong('"find" takes one address.');
  if (action === 'keys' || action === 'list') throw wrong(`"${action}" takes no arguments.`);
  throw wrong(action === undefined ? 'Enter a command.' : `Unknown command "${action}".`);
}

let command: Command;

await runOnDatabase(
  () => {
    command = parseArguments(process.argv.slice(2));
    return { mayCreate: false };
  },
  async ({ db }) => {
    if (command.action === 'keys') {
      for (const { network, path, nextIndex, extendedPublicKey } of await listAddressKeys(db)) {
        console.log(`${network}  ${path.padEnd(14)}  next index ${nextIndex}\n     ${extendedPublicKey}`);
      }
      return 0;
    }
    if (command.action === 'list') {
      const columns = textColumns(['network', 'index', 'path', 'address', 'account', 'wallet', 'deleted']);
      process.stdout.write(csvHeader(columns));
      for (const { network, index, path, address, accountId, walletName, isDeleted } of await listAddresses(
        db,
      )) {
        const cells = [network, String(index), path, address, accountId, walletName, String(isDeleted)];
        process.stdout.write(csvRow(columns, cells));
      }
      return 0;
    }
    const [found] = await listAddresses(db, command.address);
    if (found === undefined) {
      throw new CommandError(`No wallet in this installation has or had the address ${command.address}.`);
    }
    const { network, path, accountId, walletName, isDeleted } = found;
    console.log(`${network}  ${path}`);
    console.log(`Wallet “${walletName}” of account ${accountId}${isDeleted ? ', deleted' : ''}.`);
    return 0;
  },
);
