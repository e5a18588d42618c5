import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Tables } from '#database/tables.ts';
import { createHttpApp } from '#http/http-app.ts';
import { operationOf } from '#http/request-log.ts';
import { requireOwnHost } from './gateway/own-host.ts';

type MetricsDeps = {
  /** Whose requests are counted. Before it listens. */
  app: FastifyInstance;
  /** Counts of waiting work; undefined with a remote wallet service. */
  db: Kysely<Tables> | undefined;
  /** Whether it listens on loopback alone: then it answers to no foreign name (see `requireOwnHost`). */
  isLocalOnly: boolean;
  /** Whose host it answers to as well. */
  publicUrl: URL | undefined;
};

/**
 * An app that answers GET /metrics in Prometheus's text format: requests by operation and status, work that
 * waits in the database, and the process itself. It is an app of its own so that it can listen where only the
 * operator's own machines reach it, and it does not listen yet.
 */
export function createMetricsApp({ app, db, isLocalOnly, publicUrl }: MetricsDeps): FastifyInstance {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countRequests(app, registry);
  if (db !== undefined) gaugeWork(db, registry);

  const metrics = createHttpApp({ loggerInstance: app.log });
  if (isLocalOnly) metrics.addHook('onRequest', async (request) => requireOwnHost(request, { publicUrl }));
  metrics.get('/metrics', { logLevel: 'warn' }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  return metrics;
}

function countRequests(app: FastifyInstance, registry: Registry): void {
  // Pages, files and paths that do not exist are one operation, so that no one can create new series.
  const labelNames = ['operation', 'status'] as const;
  const requests = new Counter({
    name: 'wallet_console_requests_total',
    help: 'Requests that were answered, by operation and HTTP status',
    labelNames,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'wallet_console_request_duration_seconds',
    help: 'How long answers took, by operation and HTTP status',
    labelNames,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = { operation: operationOf(request) ?? 'other', status: reply.statusCode };
    requests.inc(labels);
    seconds.observe(labels, reply.elapsedTime / 1000);
  });
}

/** Queried on each scrape; both read only what waits, by an index of its own. */
function gaugeWork(db: Kysely<Tables>, registry: Registry): void {
  const withdrawals = new Gauge({
    name: 'wallet_console_withdrawals_waiting',
    help: 'Withdrawal requests that the worker has still to carry on, by status',
    labelNames: ['status'] as const,
    registers: [registry],
    collect: async () => {
      const rows = await db
        .selectFrom('withdrawal_requests')
        .select((e) => ['status', e.fn.countAll<number>().as('count')])
        .where('next_step_at', 'is not', null)
        .groupBy('status')
        .execute();
      withdrawals.reset();
      for (const status of ['new', 'processing']) withdrawals.set({ status }, 0);
      for (const { status, count } of rows) withdrawals.set({ status }, count);
    },
  });
  const checks = new Gauge({
    name: 'wallet_console_aml_checks_waiting',
    help: 'AML checks whose report has still to be produced',
    registers: [registry],
    collect: async () => {
      const row = await db
        .selectFrom('aml_checks')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('next_step_at', 'is not', null)
        .executeTakeFirstOrThrow();
      checks.set(row.count);
    },
  });
}
