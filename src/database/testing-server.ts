import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A database that was made for a test on a PostgreSQL server. */
export type ServerDatabase = {
  name: string;
  /** `postgres://…`, with the user and the password of the server's own URL. */
  url: string;
  /**
   * Drops it. The server waits some seconds for connections to end, and a test that leaves one open gets an error;
   * `isForced` ends them, for tests that kill processes.
   */
  drop: (options?: { isForced: boolean }) => Promise<void>;
};

/** Makes a private database on the server at `serverUrl`: empty, or a copy of the one named `template`. */
export async function createServerDatabase(serverUrl: string, template?: string): Promise<ServerDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOnServer(serverUrl, `create database ${name}${template ? ` template ${template}` : ''}`);
  return {
    name,
    url: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href,
    drop: async ({ isForced } = { isForced: false }) =>
      await runOnServer(serverUrl, `drop database ${name}${isForced ? ' with (force)' : ''}`),
  };
}

/** Runs one statement on a connection of its own. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
