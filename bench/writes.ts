// node bench/writes.ts [seconds]: deposits and withdrawal requests a second with eight writers, on one account and on eight,
// without rollups, with them, and with the activity log and its hash chain. On the empty database of DATABASE_URL, or on
// PGlite in memory. The rows stay, so use a separate database.
import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import type { Tables } from '../src/database/tables.ts';
import { decimal } from '../src/domain/decimal.ts';
import { instantFromDate } from '../src/domain/time.ts';
import type { NewEntry } from '../src/gateway/audit-log/chain.ts';
import { createAuditLog } from '../src/gateway/audit-log/audit-log.ts';
import { insertAccountKeys } from '../src/service/addresses/address-chains.ts';
import { sandboxAccountKeys } from '../src/service/addresses/sandbox-phrase.ts';
import { insertAccount } from '../src/service/keys/accounts.store.ts';
import { receiveDeposit } from '../src/service/testing-deposits.ts';
import { createWallet } from '../src/service/wallets/create-wallet.ts';
import { createRequest } from '../src/service/withdrawals/create-withdrawal.ts';
import { quantile } from './quantile.ts';

const seconds = Number(process.argv[2] ?? 2);
const writerCount = 8;
const url = process.env['DATABASE_URL'];
const database = await openDatabase(
  url === undefined ? { kind: 'pglite', directory: undefined } : { kind: 'postgres', url },
);
const { db } = database;
await migrate(db);
const { rows: existing } = await sql`select 1 from accounts limit 1`.execute(db);
if (existing.length > 0) throw new Error('The database has accounts: give an empty one.');
await insertAccountKeys(db, sandboxAccountKeys);
const auditLog = createAuditLog(db);

type Writer = { accountId: string; address: string };

async function makeWriter(accountId: string): Promise<Writer> {
  const address = await createWallet(db, accountId, { name: 'Bench', network: 'trx', type: 'user' });
  if (address === undefined) throw new Error('No wallet was made.');
  const writer = { accountId, address };
  await receive(writer, '1000000000');
  return writer;
}

async function receive({ accountId, address }: Writer, amount = '12.5'): Promise<void> {
  const sender = `T${randomBytes(16).toString('hex')}`;
  const movement = { currency: 'USDT', amount: decimal(amount), sender } as const;
  await receiveDeposit(db, accountId, { network: 'trx', address }, movement);
}

async function request({ accountId, address }: Writer): Promise<void> {
  const order = {
    external_id: randomBytes(12).toString('hex'),
    amount: decimal('10'),
    fee_included: false,
    currency: 'USDT',
    network: 'trx',
    sender: 'user',
    sender_wallet: address,
    recipient_wallet: `T${randomBytes(16).toString('hex')}`,
    comment: null,
  } as const;
  // Nothing pays them.
  await createRequest(db, accountId, order, 86_400);
}

/** What the gateway records of a change: the request before it is carried out, and its outcome. */
async function recorded(writer: Writer, write: (writer: Writer) => Promise<void>): Promise<void> {
  const entry: NewEntry = {
    recorded_at: instantFromDate(new Date()),
    outcome_of: null,
    request_id: randomBytes(8).toString('hex'),
    operation: 'createWithdrawalRequest',
    key_name: 'Bench',
    key_fingerprint: '0123456789ab',
    user_id: null,
    user_name: null,
    via: 'program',
    subject: 'bench',
    details: '{"amount":"10","currency":"USDT","network":"trx"}',
    status: null,
    error_message: null,
    created_id: null,
    ip_address: '127.0.0.1',
    session: null,
    details_permission: null,
  };
  const [begun] = await auditLog.append(writer.accountId, [entry]);
  await write(writer);
  const outcome = { outcome_of: begun?.sequence ?? null, status: 200 };
  await auditLog.append(writer.accountId, [{ ...entry, ...outcome, details: null }]);
}

/**
 * Lets the rollups' statements run and write nothing, so that what they cost is what their rows and the waiting for them
 * cost.
 */
async function withoutRollups(on: Kysely<Tables>, isOff: boolean): Promise<void> {
  await sql`
    create or replace function skip_row() returns trigger language plpgsql as 'begin return null; end'`.execute(
    on,
  );
  for (const table of ['transaction_counts', 'withdrawal_counts']) {
    await sql`drop trigger if exists skip on ${sql.table(table)}`.execute(on);
    if (!isOff) continue;
    await sql`
      create trigger skip before insert on ${sql.table(table)} for each row execute function skip_row()`.execute(
      on,
    );
  }
}

/** Writes a second, and how long each took in milliseconds. */
async function measure(writers: readonly Writer[], write: (writer: Writer) => Promise<void>) {
  const times: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    writers.map(async (writer) => {
      while (performance.now() < until) {
        const start = performance.now();
        await write(writer);
        times.push(performance.now() - start);
      }
    }),
  );
  return { perSecond: times.length / ((performance.now() - began) / 1000), times };
}

const shared = await insertAccount(db, 'Shared');
const spreads: [string, Writer[]][] = [
  ['one account', []],
  ['eight accounts', []],
];
for (let n = 0; n < writerCount; n += 1) {
  spreads[0]?.[1].push(await makeWriter(shared));
  spreads[1]?.[1].push(await makeWriter(await insertAccount(db, `Own ${n}`)));
}
const kinds = [
  ['deposits', receive],
  ['withdrawals', request],
] as const;
const rounds = 5;
console.log(`${writerCount} writers, medians of ${rounds} rounds of ${seconds} s, on ${database.kind}`);
for (const [kind, write] of kinds) {
  for (const [spread, writers] of spreads) {
    const variants = [
      ['without rollups or log', write, true],
      ['with rollups', write, false],
      ['with rollups and log', async (writer: Writer) => await recorded(writer, write), false],
    ] as const;
    const results = variants.map(([name]) => ({ name, rates: [] as number[], times: [] as number[] }));
    for (let round = 0; round < rounds; round += 1) {
      // In turn, so that whatever else the machine does meets all of them.
      for (const [index, [, action, isOff]] of variants.entries()) {
        await withoutRollups(db, isOff);
        const { perSecond, times } = await measure(writers, action);
        results[index]?.rates.push(perSecond);
        results[index]?.times.push(...times);
      }
    }
    for (const { name, rates, times } of results) {
      const figures = [
        `${quantile(rates, 0.5).toFixed(0).padStart(5)}/s`,
        `p50 ${quantile(times, 0.5).toFixed(1)} ms`,
        `p99 ${quantile(times, 0.99).toFixed(1)} ms`,
      ];
      console.log(`${kind}, ${spread}, ${name}`.padEnd(56), figures.join('   '));
    }
  }
}
await database.close();
