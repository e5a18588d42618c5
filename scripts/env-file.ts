// Loaded before the server and the commands by `npm start` and `npm run …`, so that all have the settings of one file:
// those in .env that the environment doesn't have. Not part of the programs, whose tests decide about their settings.
import { existsSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Threads have the settings of their process.
if (isMainThread && existsSync('.env')) process.loadEnvFile('.env');
