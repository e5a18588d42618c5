import { sql } from 'kysely';
import { validationFailure } from '#contract/failures.ts';
import type { Operation } from '#contract/operation.ts';
import { permissions } from '#contract/permissions.ts';
import { walletServiceBase } from '#contract/wallet-service/base.ts';
import { docOf } from '../../openapi/operation-docs.ts';
import type { Answer, TestService } from '../testing.ts';
import { failureScenarios, invalidRequests } from './failure-scenarios.ts';
import type { Scenario, Sent } from './scenarios.ts';
import { successScenarios } from './success-scenarios.ts';

/** A documented response: the operation, the status, and the name of the example. */
export type Documented = { operation: Operation; status: number; name: string; when: string };

type CallOptions = Parameters<TestService['call']>[2];

/** Sends the request; without one, the first that is documented. */
async function send(
  service: TestService,
  { id, method, path }: Operation,
  { query = {}, body }: Sent = Object.values(docOf(id).requests)[0] ?? {},
  options: CallOptions = {},
): Promise<Answer> {
  const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const search = texts.length === 0 ? '' : `?${new URLSearchParams(texts).toString()}`;
  return await service.call(method, `${path.slice(walletServiceBase.length)}${search}`, { body, ...options });
}

/** Renames the table away for as long as the work takes: whatever needs it fails. */
async function without<T>(
  { db }: TestService,
  table: 'api_keys' | 'wallets',
  work: () => Promise<T>,
): Promise<T> {
  await db.schema.alterTable(table).renameTo(`${table}_away`).execute();
  try {
    return await work();
  } finally {
    await db.schema.alterTable(`${table}_away`).renameTo(table).execute();
  }
}

/** Reading the keys fails as it does on a full disk. */
async function withFullDisk<T>(service: TestService, work: () => Promise<T>): Promise<T> {
  return await without(service, 'api_keys', async () => {
    await sql`
      create function disk_full() returns boolean language plpgsql as $$
        begin raise exception 'no space left on device' using errcode = '53100'; end $$`.execute(service.db);
    await sql`create view api_keys as select * from api_keys_away where disk_full()`.execute(service.db);
    try {
      return await work();
    } finally {
      await sql`drop view api_keys`.execute(service.db);
      await sql`drop function disk_full`.execute(service.db);
    }
  });
}

/** Sends a request that gets this response. Throws if no scenario describes one. */
export async function provoke(service: TestService, documented: Documented): Promise<Answer> {
  const { operation, status, name, when } = documented;
  const { permission } = operation;
  const own: Scenario | undefined =
    status === 200 ? successScenarios[operation.id]?.[name] : failureScenarios[operation.id]?.[when];
  if (own !== undefined) return await send(service, operation, (await own(service)) ?? undefined);
  const ask = async (sent?: Sent, options?: CallOptions) => await send(service, operation, sent, options);
  switch (status) {
    case 400:
      return when === validationFailure.when
        ? await ask(invalidRequests[operation.id])
        : await ask(undefined, {
            token: await service.keyWith(...permissions.filter((one) => one !== permission)),
          });
    case 401:
      return await ask(undefined, { token: 'wck_nobody' });
    case 404:
      return await without(service, 'wallets', ask);
    case 413:
      return await ask({ body: { name: 'x'.repeat(300_000) } });
    case 415:
      return await ask(undefined, { headers: { 'content-type': 'text/plain' } });
    case 500:
      return await without(service, 'api_keys', ask);
    case 503:
      return await withFullDisk(service, ask);
    default:
      throw new Error(`No scenario makes ${operation.id} answer ${status}: ${when}`);
  }
}
