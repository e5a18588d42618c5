import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Clock } from '#domain/time.ts';
import { recordElsewhere } from '../audit-log/record-done.ts';
import { requireSession, type SessionOf } from '../caller.ts';
import { listMembershipsOf } from './users.store.ts';

/**
 * Makes what records a request about a user in the user's other accounts as well: how somebody signs in concerns all of them. To
 * be called in the transaction that carries it out.
 */
export function createUserRecords({ sessionOf, now }: { sessionOf: SessionOf; now: Clock }) {
  return async (trx: Kysely<Tables>, request: FastifyRequest, userId: string): Promise<void> => {
    const session = requireSession(request, { sessionOf });
    const accounts = (await listMembershipsOf(trx, userId)).map(({ accountId }) => accountId);
    const others = accounts.filter((each) => each !== session.accountId);
    await recordElsewhere(trx, request, { session, at: now() }, others);
  };
}
