import { Client } from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { sandboxChain } from '../chain/sandbox-chain.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { setUpService } from '../testing.ts';
import { findFaults, letTimePass, order, withdrawals } from './testing-withdrawals.ts';
import { withdrawalsJob } from './withdrawals.job.ts';

const service = setUpService();
const { created, remove } = withdrawals(service);

const isLong = process.env['LONG_TESTS'] === '1';

/**
 * Which statement fails, counted from 1, and with what; 0: none. Counts only while it is armed: in a short run anew for
 * each operation, so that one statement of each fails in one pass.
 */
const failing = { statement: 0, code: '', count: 0, isArmed: false };
/** How many statements a pass has sent, and how many of them failed. */
const seen = { statements: 0, failures: 0 };

afterEach(() => vi.restoreAllMocks());

/** The server itself raises the error, so that the transaction is as broken as it would be. */
function raise(code: string): string {
  return `do $$ begin raise exception 'injected' using errcode = '${code}'; end $$`;
}

function injectFailures(): void {
  const query = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown;
  vi.spyOn(Client.prototype, 'query').mockImplementation(function inject(this: Client, ...args: unknown[]) {
    const isCounted = failing.isArmed && args[0] !== 'rollback';
    if (!isCounted) return query.apply(this, args);
    failing.count += 1;
    seen.statements += 1;
    if (failing.count !== failing.statement) return query.apply(this, args);
    seen.failures += 1;
    return query.call(this, raise(failing.code));
  });
}

async function armed<T>(work: () => Promise<T>): Promise<T> {
  failing.isArmed = true;
  if (!isLong) failing.count = 0;
  try {
    return await work();
  } finally {
    failing.isArmed = false;
  }
}

/** A wallet with a deposit, a withdrawal that is deleted and one that is paid. Gives what came of it. */
async function writePath(): Promise<Record<string, unknown>> {
  const { db, call, accountId } = service;
  const job = withdrawalsJob({
    db,
    chain: sandboxChain(db, { confirmAfterMs: 0, refusedShare: 0, failedShare: 0 }),
  });
  const network = 'trx';
  const made = await armed(async () =>
    call('POST', '/wallets', { body: { name: 'Conflict', network, type: 'user' } }),
  );
  expect(made.status).toBe(200);
  const { address } = (made.body as { data: { address: string } }).data;
  await armed(async () => service.fund({ network, address }, 'USDT', '100'));
  const sender = { sender: 'user', sender_wallet: address };
  const deleted = await armed(async () => created(order({ amount: '30', ...sender })));
  expect((await armed(async () => remove(deleted.request_id))).status).toBe(200);
  const paid = await armed(async () => created(order({ amount: '40', ...sender })));
  for (let round = 0; round < 3; round += 1) {
    await letTimePass(db);
    await armed(async () => {
      while (await runOnce(job));
    });
  }
  const accounts = await db
    .selectFrom('ledger_accounts')
    .select(['kind', 'balance'])
    .where('wallet_address', '=', address)
    .orderBy('kind')
    .execute();
  const transactions = await db
    .selectFrom('transactions')
    .select(['direction', 'status', 'amount'])
    .where('account_id', '=', accountId)
    .where((e) => e.or([e('sender_wallet', '=', address), e('recipient_wallet', '=', address)]))
    .orderBy('direction')
    .execute();
  const requests = await db
    .selectFrom('withdrawal_requests')
    .select(['request_id', 'status'])
    .where('sender_wallet', '=', address)
    .execute();
  const statusOf = (id: string) => requests.find(({ request_id }) => request_id === id)?.status;
  return {
    accounts,
    transactions,
    requests: requests.length,
    deleted: statusOf(deleted.request_id),
    paid: statusOf(paid.request_id),
  };
}

/** In a short run they take turns. */
const codes = isLong ? [['40001'], ['40P01']] : [['40001', '40P01']];

it.each(codes)(
  'does each write once, whichever of its statements loses to another transaction: %s',
  async (...inTurns) => {
    injectFailures();
    const expected = await writePath();
    expect(expected).toMatchObject({ requests: 2, deleted: 'new', paid: 'completed' });
    let pass = 0;
    let failures = 0;
    do {
      pass += 1;
      Object.assign(failing, { statement: pass, code: inTurns[pass % inTurns.length], count: 0 });
      Object.assign(seen, { statements: 0, failures: 0 });
      expect({ pass, ...(await writePath()) }).toEqual({ pass, ...expected });
      failures += seen.failures;
    } while (seen.failures > 0);
    Object.assign(failing, { statement: 0 });
    // As many as the last pass sent, in which none failed.
    expect(failures).toBeGreaterThanOrEqual(seen.statements);
    expect(failures).toBeGreaterThan(50);

    const { wallets } = await service.db
      .selectFrom('wallet_counts')
      .select('wallets')
      .where('account_id', '=', service.accountId)
      .executeTakeFirstOrThrow();
    expect(wallets).toBe(pass + 1);
    expect(await findFaults(service.db)).toEqual([]);
  },
  240_000,
);
