import type { FastifyInstance } from 'fastify';
import type { Database } from '#database/database.ts';
import type { OnJobError } from '#jobs/job.ts';
import { createJobs, type Jobs } from '#jobs/jobs.ts';
import { buildApp } from './build-app.ts';
import { type Config, parseConfig } from './config.ts';
import { secret } from './gateway/testing/gateway-harness.ts';

export type TestingApp = { app: FastifyInstance; address: string; config: Config; jobs: Jobs };

type Options = {
  /** Of the environment. */
  settings?: Record<string, string>;
  /** Given by tests that break the database. */
  onJobError?: OnJobError;
};

const failTest: OnJobError = (error) => {
  throw error;
};

/**
 * Starts the whole product with our own wallet service on the database, on a port of its own, without a dashboard. Only the
 * gateway's jobs run. The test closes the app.
 */
export async function startTestingApp(
  database: Database,
  { settings = {}, onJobError = failTest }: Options = {},
): Promise<TestingApp> {
  const config = parseConfig({ LOG_LEVEL: 'silent', SANDBOX_TRAFFIC: 'off', CHAIN: 'none', ...settings });
  const jobs = createJobs(onJobError);
  const app = buildApp({
    config,
    database,
    sessionSecret: secret,
    dashboard: undefined,
    jobs,
    onNewWork: () => undefined,
  });
  return { app, address: await app.listen({ port: 0, host: '127.0.0.1' }), config, jobs };
}
