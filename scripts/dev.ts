// `npm run dev`: the dashboard with hot reload, and the server, restarted whenever one of its files changes.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';

const root = join(import.meta.dirname, '..');
const serverPort = process.env['PORT'] ?? '3000';

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'scripts/start.ts', '--without-dashboard'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: serverPort },
  },
);

// The dashboard's configuration sends what is the server's to this port.
process.env['API_PORT'] = serverPort;
const vite = await createServer({ root, server: { host: '127.0.0.1' } });
await vite.listen();
console.log('\nDashboard with hot reload:');
vite.printUrls();

const stop = async () => {
  server.kill('SIGTERM');
  await vite.close();
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
server.once('exit', () => void vite.close());
