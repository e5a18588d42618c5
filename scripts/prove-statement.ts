// npm run prove-statement: computes the closing balances of a statement again, from nothing but the published lists.
//
// It imports nothing of the product, so that whoever checks the books needs to trust only what is on this page.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

const usage = `API_KEY=<key> npm run prove-statement -- --url <wallet service> --statement <statement.csv> --as-of <moment>

  --url        where the wallet service's published interface is, version prefix included: http://localhost:4600/api/prod/v1
  --statement  the CSV file of a statement that begins before the account's first entry, so that every opening is 0
  --as-of      the moment in UTC that the statement closes at, as its file says: 2026-11-01T00:00:00Z

Exit codes: 0 every closing balance is proved; 1 one differs, or could not be computed; 2 wrong usage`;

/** The published interface calls the pool that deposits are collected to by this name. */
const poolLabel = 'exchange';
/** USDT of Tron and Ethereum is collected to one pool. */
const sharedPool = { networks: ['trx', 'eth'], key: 'trx_eth', currency: 'USDT' };

/** Amounts are whole numbers of 10^-36: no interface states more digits. */
const digits = 36;

function parseAmount(text: string): bigint {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text.trim()) ?? fail(`“${text}” isn’t an amount.`);
  const places = digits + Number(exponent) - fraction.length;
  if (places < 0) fail(`${text} has too many digits.`);
  return BigInt(`${sign}${whole}${fraction}`.replace('+', '')) * 10n ** BigInt(places);
}

function formatAmount(amount: bigint): string {
  const text = String(amount < 0n ? -amount : amount).padStart(digits + 1, '0');
  const fraction = text.slice(-digits).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${text.slice(0, -digits)}${fraction === '' ? '' : `.${fraction}`}`;
}

function fail(message: string): never {
  throw new Error(message);
}

type Row = Record<string, string>;

/** Amounts by `type/network/currency`. */
class Sums extends Map<string, bigint> {
  add(key: string, amount: bigint): void {
    this.set(key, (this.get(key) ?? 0n) + amount);
  }
}

/** Numbers keep every digit that was sent: JSON.parse alone would round them. */
function parseExactly(text: string): { data?: Record<string, unknown> } {
  return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? context?.source : value,
  ) as { data?: Record<string, unknown> };
}

/** Every row of a published list, page by page. */
async function readAll(base: string, path: string, key: string, rows: string, query: Row): Promise<Row[]> {
  const all = new Map<string, Row>();
  const limit = 100;
  for (let offset = 0; ; offset += limit) {
    const search = new URLSearchParams({ ...query, limit: String(limit), offset: String(offset) });
    const response = await fetch(`${base}/${path}?${search.toString()}`, { headers: { token: key } });
    const text = await response.text();
    if (!response.ok) fail(`${path} answered ${response.status}: ${text.slice(0, 200)}`);
    const page = (parseExactly(text).data?.[rows] ?? []) as Row[];
    for (const row of page) all.set(row['transaction_id'] ?? row['address'] ?? '', row);
    if (page.length < limit) return [...all.values()];
  }
}

function poolOf(network = '', currency = ''): string {
  const isShared = currency === sharedPool.currency && sharedPool.networks.includes(network);
  return isShared ? sharedPool.key : network;
}

/** What every place must hold, from zero: all completed transactions and exchanges until a moment. */
async function balancesFromLists(base: string, key: string, asOf: string): Promise<Sums> {
  const sums = new Sums();
  const wallets = await readAll(base, 'wallets', key, 'wallets', {});
  const types = new Map(wallets.map(({ address = '', type = '' }) => [address, type]));
  const placeOf = (wallet = '', network = '', currency = '') =>
    wallet === poolLabel
      ? `accounting/${poolOf(network, currency)}/${currency}`
      : `${types.get(wallet) ?? 'deleted'}/${network}/${currency}`;

  const query = { status: 'completed', created_to: lastMicrosecondBefore(asOf) };
  for (const row of await readAll(base, 'transactions', key, 'transactions', query)) {
    const { direction, network, currency, amount = '', fee = '' } = row;
    if (direction === 'in')
      sums.add(placeOf(row['recipient_wallet'], network, currency), parseAmount(amount));
    else sums.add(placeOf(row['sender_wallet'], network, currency), -parseAmount(amount) - parseAmount(fee));
  }
  for (const row of await readAll(base, 'exchange-transactions', key, 'transactions', query)) {
    const { network_from: from, currency_from: given, amount_from: amountGiven = '' } = row;
    const { network_to: to, currency_to: bought, amount_to: amountBought = '' } = row;
    sums.add(placeOf(poolLabel, from, given), -parseAmount(amountGiven));
    sums.add(placeOf(poolLabel, to, bought), parseAmount(amountBought));
  }
  return sums;
}

/** The published filter includes its moment, and a statement ends before its own. */
function lastMicrosecondBefore(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) fail(`“${moment}” isn’t a moment.`);
  return `${new Date(date.getTime() - 1).toISOString().slice(0, -1)}999Z`;
}

function cellsOf(line: string): string[] {
  return line.split(',').map((cell) => cell.replace(/^"(.*)"$/, '$1'));
}

function parseCsv(text: string): Row[] {
  const [header = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  const names = cellsOf(header);
  return lines.map((line) => Object.fromEntries(cellsOf(line).map((cell, at) => [names[at] ?? '', cell])));
}

/** Movements that no published list has. Everything else must follow from the lists. */
const unlisted = ['aml_check_fees', 'collected'];

/** The closing balances of the statement without what no list has. */
function provableBalances(rows: readonly Row[]): Sums {
  const sums = new Sums();
  for (const row of rows) {
    const amountOf = (name: string) => parseAmount(row[name] ?? fail(`The statement has no ${name}.`));
    if (amountOf('opening') !== 0n) fail('The statement must begin before the account’s first entry.');
    const listed = unlisted.reduce((rest, name) => rest - amountOf(name), amountOf('closing'));
    sums.add(`${row['wallet_type']}/${row['network']}/${row['currency']}`, listed);
  }
  return sums;
}

/** Where a wallet was deleted, the lists don't say of which type it was: its network is compared as a whole. */
function mergeTypes(places: ReadonlySet<string>, sums: Sums): Sums {
  const merged = new Sums();
  for (const [key, amount] of sums) {
    const place = key.slice(key.indexOf('/') + 1);
    merged.add(places.has(place) ? `any type/${place}` : key, amount);
  }
  return merged;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { url: { type: 'string' }, statement: { type: 'string' }, 'as-of': { type: 'string' } },
  });
  const { url, statement, 'as-of': asOf } = values;
  const key = process.env['API_KEY'];
  if (url === undefined || statement === undefined || asOf === undefined || key === undefined) {
    console.error(usage);
    return 2;
  }
  const stated = provableBalances(parseCsv(await readFile(statement, 'utf8')));
  const listed = await balancesFromLists(url.replace(/\/$/, ''), key, asOf);
  const places = new Set(
    [...listed.keys()].filter((place) => place.startsWith('deleted/')).map((place) => place.slice(8)),
  );
  const [left, right] = [mergeTypes(places, stated), mergeTypes(places, listed)];
  let differences = 0;
  for (const place of [...new Set([...left.keys(), ...right.keys()])].toSorted()) {
    const [said, computed] = [left.get(place) ?? 0n, right.get(place) ?? 0n];
    if (said === 0n && computed === 0n) continue;
    if (said !== computed) differences += 1;
    const verdict = said === computed ? 'equal' : `differs by ${formatAmount(said - computed)}`;
    console.log(`${place}: ${formatAmount(computed)} from the lists, ${verdict}`);
  }
  console.log(
    differences === 0
      ? `Every closing balance follows from the lists. Not in any list, and left out: ${unlisted.join(', ')}.`
      : `${differences} closing balances don’t follow from the lists.`,
  );
  return differences === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
