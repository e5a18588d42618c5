import * as fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import type { Operation } from '#contract/operation.ts';
import { walletServiceBase } from '#contract/wallet-service/base.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { decimal } from '#domain/decimal.ts';
import { currenciesOf, walletNetworks } from '#domain/networks.ts';
import { inTransaction } from '#database/transaction.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { addChecks } from '../aml/checks/allowances.store.ts';
import { amlJob } from '../aml/checks/aml.job.ts';
import { sandboxChain } from '../chain/sandbox-chain.ts';
import { collect, settle } from '../ledger/movements.ts';
import { verifyLedger } from '../ledger/ledger-verify.ts';
import { setUpService, type Answer } from '../testing.ts';
import { withdrawalsJob } from '../withdrawals/withdrawals.job.ts';
import type { Known } from './field-values.ts';
import { complaintAbout } from './judge.ts';
import { requestsOf, resolveFields, type FuzzRequest } from './requests.ts';

/** How many requests are sent: few in every test run, more by hand. */
const requestCount = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
const atOnce = 20;

// A request that came is soon carried on, and may still be met by its deletion.
const service = setUpService({ withdrawals: { delaySeconds: 1 } });
let known: Known;
let weakToken: string;

beforeEach(async () => {
  known = { addresses: [], requestIds: [], uids: [], hashes: [] };
  weakToken = await service.keyWith();
  for (const network of walletNetworks) {
    const user = await service.wallet(network, 'user');
    const accounting = await service.wallet(network, 'accounting');
    known.addresses.push(user.address, accounting.address);
    for (const wallet of [user, accounting]) {
      for (const currency of currenciesOf(network)) await service.fund(wallet, currency, '1000000');
    }
    // The pool that two networks share is filled by way of transit.
    if (network === 'trx') {
      const half = { accountId: service.accountId, currency: 'USDT', amount: decimal('500000') } as const;
      await service.post(collect(accounting, half));
      await service.post(settle(network, half));
    }
  }
});

/** The worker's steps and grants of checks: at times some are left, and at times none. */
async function work(): Promise<void> {
  await inTransaction(service.db, async (tx) => await addChecks(tx, service.accountId, 1));
  const chain = sandboxChain(service.db, { confirmAfterMs: 0 });
  for (const job of [withdrawalsJob({ db: service.db, chain }), amlJob(service.db)]) {
    while (await runOnce(job));
  }
}

async function send(operation: Operation, { key, fields, rawBody }: FuzzRequest): Promise<Answer> {
  const sent = resolveFields(fields, known);
  const token = { own: service.token, weak: weakToken, unknown: 'wck_nobody', none: null }[key];
  // A lone surrogate cannot stand in an address at all.
  const query = new URLSearchParams(
    Object.entries(sent).map(([name, value]): [string, string] => [
      name.toWellFormed(),
      String(value).toWellFormed(),
    ]),
  );
  const path = operation.path.replace(walletServiceBase, '');
  return await service.call(
    operation.method,
    operation.query === undefined ? path : `${path}?${query.toString()}`,
    { token, ...(operation.body !== undefined && { body: rawBody ?? sent }) },
  );
}

function operationOf({ operationId }: FuzzRequest): Operation {
  const operation = walletServiceOperations.find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
  return operation;
}

/** Remembers what the answer names, so that later requests meet it. */
function learn(answer: Answer): void {
  if (answer.status !== 200) return;
  for (const [kind, pattern] of [
    ['addresses', /"address":"([^"]+)"/g],
    ['requestIds', /"request_id":"([^"]+)"/g],
    ['uids', /"uid":"([^"]+)"/g],
    ['hashes', /"(?:hash|transaction_id)":"([^"]+)"/g],
  ] as const) {
    for (const [, found = ''] of answer.text.matchAll(pattern)) {
      const list = known[kind];
      if (!list.includes(found)) list.push(found);
      if (list.length > 400) list.shift();
    }
  }
}

it(
  'answers whatever it is sent within the contract, never with a failure of its own, and keeps the books right',
  { timeout: 20 * 60_000 },
  async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(requestsOf(walletServiceOperations), { minLength: atOnce, maxLength: atOnce }),
        async (requests) => {
          await Promise.all(
            requests.map(async (request) => {
              const operation = operationOf(request);
              const answer = await send(operation, request);
              const complaint = complaintAbout(operation, answer);
              if (complaint !== undefined) {
                const sent = JSON.stringify(request.rawBody ?? resolveFields(request.fields, known));
                throw new Error(`${operation.id} ${sent}: ${complaint}\n${answer.status} ${answer.text}`);
              }
              const outcome = `${operation.id} ${answer.status}`;
              seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
              learn(answer);
            }),
          );
          await work();
        },
      ),
      // What was done before is part of every failure, so that a shorter example of it says nothing.
      { numRuns: Math.ceil(requestCount / atOnce), endOnFailure: true },
    );
    if (process.env['FUZZ_REQUESTS'] !== undefined) {
      const lines = [...seen]
        .map(([outcome, count]) => `${outcome}: ${count}`)
        .sort((a, b) => a.localeCompare(b));
      process.stdout.write(`${lines.join('\n')}\n`);
    }
    for (const { id } of walletServiceOperations) {
      expect(seen.get(`${id} 200`) ?? 0, `${id} never succeeded`).toBeGreaterThan(0);
    }
    expect((await verifyLedger(service.db)).differences).toEqual([]);
  },
);
