import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Config } from './config.ts';
import { amlTask } from './service/aml/checks/aml.task.ts';
import { sandboxChain } from './service/chain/sandbox-chain.ts';
import { sandboxTraffic } from './service/sandbox/traffic/sandbox-traffic.ts';
import { withdrawalsTask } from './service/withdrawals/withdrawals.task.ts';
import type { Task } from './service/worker/worker.ts';

/** What the process works on beside answering requests: nothing where the wallet service is somebody else's. */
export function backgroundTasks({ mode, CHAIN, SANDBOX_TRAFFIC }: Config, db: Kysely<Tables>): Task[] {
  if (mode === 'remote') return [];
  const withdrawals = CHAIN === 'none' ? [] : [withdrawalsTask({ db, chain: sandboxChain(db) })];
  const traffic = mode === 'sandbox' && SANDBOX_TRAFFIC ? [sandboxTraffic(db)] : [];
  return [...withdrawals, amlTask(db), ...traffic];
}
