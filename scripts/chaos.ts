// npm run chaos [-- --only disk]
// Clients create and delete withdrawals, and two browser pages show them, through everything that goes wrong on a bad
// day. Prints what clients met meanwhile, how soon everything was back, and whether anything was lost or done twice. Needs
// root (for a small disk), PostgreSQL, Chromium and Debian's package “faketime”. Takes about six minutes.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../src/database/database.ts';
import { decimal } from '../src/domain/decimal.ts';
import { ClientRecord, fundsOf, makeFundedWallets, runClient } from '../src/testing-withdrawal-clients.ts';
import { audit } from './chaos/audit.ts';
import { faults } from './chaos/faults.ts';
import { goThrough, type Met, notBack } from './chaos/go-through.ts';
import { Installation, type ProcessName } from './chaos/installation.ts';

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const clientsAWay = 10;
const fundsPerWallet = decimal('10000000');

const installation = new Installation();
// Ctrl+C leaves nothing behind either.
process.once('SIGINT', () => void installation.end().finally(() => process.exit(130)));
try {
  await installation.start();
  const database = await openDatabase({ kind: 'postgres', url: installation.postgres.urlOf('service') });
  const address = installation.addressOf('one');
  const wallets = await makeFundedWallets(address, installation.token, database, fundsPerWallet);
  await database.close();
  await installation.openPages();

  let isOver = false;
  const makeRecords = () => Array.from({ length: clientsAWay }, () => new ClientRecord());
  const ways = { 'own service': makeRecords(), console: makeRecords() };
  const run = (record: ClientRecord, client: number, processes: readonly ProcessName[]) => {
    const addresses = () => processes.map((name) => installation.addressOf(name));
    return runClient({ client, addresses, token: installation.token, wallets, isOver: () => isOver }, record);
  };
  const clients = [
    ...ways['own service'].map(async (record, index) => await run(record, index, ['one', 'two'])),
    ...ways.console.map(async (record, index) => await run(record, clientsAWay + index, ['console'])),
  ];

  const rows: Met[] = [];
  for (const fault of faults.filter(({ name }) => name.includes(options.only))) {
    console.log(`${new Date().toISOString()} ${fault.name}`);
    rows.push(await goThrough(fault, installation, ways));
  }
  isOver = true;
  await Promise.all(clients);
  const audited = await audit(
    installation,
    Object.values(ways).flat(),
    fundsOf(wallets.length + 1, fundsPerWallet),
  );
  const broken = audited.filter((each) => each.broken.length > 0);

  // Faults as columns: there are more figures than faults.
  const figures = Object.keys(rows[0] ?? {}).filter((figure) => figure !== 'fault');
  console.table(
    Object.fromEntries(
      figures.map((figure) => [figure, Object.fromEntries(rows.map((row) => [row['fault'], row[figure]]))]),
    ),
  );
  console.table(
    audited.map((each) => ({ guarantee: each.guarantee, checked: each.checked, broken: each.broken.length })),
  );
  for (const each of broken) console.log(each.guarantee, each.broken.slice(0, 10));
  const isBack = rows.every((row) => !Object.values(row).includes(notBack));
  if (!isBack || broken.length > 0) {
    const file = join(tmpdir(), 'wallet-console-chaos.log');
    writeFileSync(file, installation.log);
    console.log(`What the processes logged is in ${file}.`);
  }
  process.exitCode = isBack && broken.length === 0 ? 0 : 1;
} finally {
  await installation.end();
}
