import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { allowsLoopbackEvents, amlLeaseMs, type Config } from './config.ts';
import { amlTask } from './service/aml/checks/aml.task.ts';
import { sandboxChain } from './service/chain/sandbox-chain.ts';
import { eventsTask } from './service/events/events.task.ts';
import type { NewFault } from './service/ledger/faults.store.ts';
import { ledgerCheckTask } from './service/ledger/ledger-check.task.ts';
import { sandboxTraffic } from './service/sandbox/traffic/sandbox-traffic.ts';
import { withdrawalsTask } from './service/withdrawals/withdrawals.task.ts';
import type { WithdrawalRow } from './service/withdrawals/withdrawals.store.ts';
import type { Task } from './service/worker/worker.ts';

/** The background work of a process. There is none with a remote wallet service. */
export function backgroundTasks(config: Config, db: Kysely<Tables>, log: FastifyBaseLogger): Task[] {
  const { mode, CHAIN, SANDBOX_TRAFFIC } = config;
  if (mode === 'remote') return [];
  const onUnpaid = (request: WithdrawalRow): void => {
    const { request_id: requestId, account_id: accountId, status, reason_code: code, reason } = request;
    // A rejection by compliance has a note in its reason, which is nothing for the log.
    log.warn(
      { requestId, accountId, status, code, ...(code !== 'compliance' && { reason }) },
      'a withdrawal was not paid',
    );
  };
  const withdrawals = CHAIN === 'none' ? [] : [withdrawalsTask({ db, chain: sandboxChain(db), onUnpaid })];
  const traffic = mode === 'sandbox' && SANDBOX_TRAFFIC ? [sandboxTraffic(db)] : [];
  const events = eventsTask({
    db,
    allowLoopback: allowsLoopbackEvents(config),
    onGivenUp: ({ delivery_id: deliveryId, destinationId, accountId }) =>
      log.warn({ deliveryId, destinationId, accountId }, 'an event could not be delivered'),
  });
  const onFault = ({ rule, finding }: NewFault): void => {
    const { accountId, subject, expected, found } = finding;
    log.error({ rule, accountId, subject, expected, found }, 'the ledger check found a fault: payments stop');
  };
  const checks = (['current', 'history'] as const).map((scope) => ledgerCheckTask({ db, scope, onFault }));
  return [...withdrawals, amlTask(db, amlLeaseMs(config)), ...traffic, events, ...checks];
}
