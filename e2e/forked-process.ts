import { ensureDashboard } from '../scripts/build-dashboard.ts';
import { buildApp } from '../src/build-app.ts';
import type { Config } from '../src/config.ts';
import type { Database } from '../src/database/database.ts';
import { createJobs } from '../src/jobs/jobs.ts';
import { openConfiguredDatabase } from '../src/open-configured-database.ts';

type Serve<Request> = {
  /** Answers what the test asks. */
  answer: (request: Request) => Promise<unknown>;
  /** Told to the test along with the URL. */
  facts?: Record<string, string>;
};

const end = () => process.exit(1);

/** Opens the database of a process that a test forked. A test that ends early takes the process with it. */
export async function openForked(
  config: Config,
): Promise<{ db: Database['db']; serve: <Request>(options: Serve<Request>) => Promise<void> }> {
  process.on('disconnect', end);
  const database = await openConfiguredDatabase(config);
  return {
    db: database.db,
    /** Serves the console, and tells the test where. */
    serve: async ({ answer, facts = {} }) => {
      const app = buildApp({
        config,
        database,
        sessionSecret: 'a secret of the tests '.repeat(3),
        dashboard: await ensureDashboard(),
        jobs: createJobs((error) => {
          throw error;
        }),
        onNewWork: () => undefined,
      });
      const url = await app.listen({ host: '127.0.0.1', port: 0 });
      process.on('message', (request: Parameters<typeof answer>[0]) => {
        answer(request).then(
          (value) => process.send?.(value),
          (error: unknown) => {
            throw error;
          },
        );
      });
      process.off('disconnect', end);
      process.on('disconnect', () => {
        void app.close().then(async () => {
          await database.close();
          process.exit(0);
        });
      });
      process.send?.({ url, ...facts });
    },
  };
}
