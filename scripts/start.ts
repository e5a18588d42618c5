// `npm start`. With --without-dashboard only the server, for development and tests of its own.
import { runServer } from '../src/server.ts';
import { ensureDashboard } from './build-dashboard.ts';

const isServerOnly = process.argv.includes('--without-dashboard');
await runServer(isServerOnly ? Promise.resolve(undefined) : ensureDashboard());
