// `npm start`. With --without-dashboard only the server, for development and tests of its own.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

// Types are stripped and files compiled once, not at each start: a quarter of the time less.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node'));
const [{ runServer }, { ensureDashboard }] = await Promise.all([
  import('../src/server.ts'),
  import('./build-dashboard.ts'),
]);

const isServerOnly = process.argv.includes('--without-dashboard');
await runServer(isServerOnly ? Promise.resolve(undefined) : ensureDashboard());
// Otherwise the cache is written only if the process exits on its own.
flushCompileCache();
