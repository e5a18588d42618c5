import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Job } from '#jobs/job.ts';
import { allowsLoopbackEvents, amlLeaseMs, type Config } from './config.ts';
import { amlJob } from './service/aml/checks/aml.job.ts';
import { sandboxChain } from './service/chain/sandbox-chain.ts';
import { eventsCleanupJob, eventsJob } from './service/events/events.job.ts';
import type { NewFault } from './service/ledger/faults.store.ts';
import { ledgerCheckJob } from './service/ledger/ledger-check.job.ts';
import { sandboxTraffic } from './service/sandbox/traffic/sandbox-traffic.ts';
import { withdrawalsJob } from './service/withdrawals/withdrawals.job.ts';
import type { WithdrawalRow } from './service/withdrawals/withdrawals.store.ts';

/** The background work of our own wallet service. There is none with a remote one. */
export function backgroundJobs(config: Config, db: Kysely<Tables>, log: FastifyBaseLogger): Job[] {
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
  const withdrawals = CHAIN === 'none' ? [] : [withdrawalsJob({ db, chain: sandboxChain(db), onUnpaid })];
  const traffic = mode === 'sandbox' && SANDBOX_TRAFFIC ? [sandboxTraffic(db)] : [];
  const events = eventsJob({
    db,
    allowLoopback: allowsLoopbackEvents(config),
    onGivenUp: ({ delivery_id: deliveryId, destinationId, accountId }) =>
      log.warn({ deliveryId, destinationId, accountId }, 'an event could not be delivered'),
  });
  const onFault = ({ rule, finding }: NewFault): void => {
    const { accountId, subject, expected, found } = finding;
    log.error({ rule, accountId, subject, expected, found }, 'the ledger check found a fault: payments stop');
  };
  const checks = (['current', 'history'] as const).map((scope) => ledgerCheckJob({ db, scope, onFault }));
  const aml = amlJob(db, amlLeaseMs(config));
  return [...withdrawals, aml, ...traffic, events, eventsCleanupJob(db), ...checks];
}
