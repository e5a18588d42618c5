import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { detailsPermissionOf } from '#contract/gateway/details-permission.ts';
import { stringifyJson } from '#domain/json.ts';
import { addMs, type Clock, type Instant } from '#domain/time.ts';
import { addressOf, clientOf } from '#http/client-address.ts';
import { operationOf } from '#http/request-log.ts';
import type { Caller } from '../caller.ts';
import type { NewEntry } from './chain.ts';
import type { AuditLog } from './audit-log.ts';

/**
 * Records requests that are refused on entry: with a revoked key, without the permission, or with invalid fields. Their
 * content is not recorded. Of each key and IP address, the first of a minute has an entry, and all others of that
 * minute share one, so that refused requests can't fill the activity log.
 */
export type Refusals = {
  note: (request: FastifyRequest, caller: Caller & Pick<NewEntry, 'via'>, status: number) => Promise<void>;
};

const WINDOW_MS = 60_000;
const SWEEP_MS = 5_000;
/** So many keys and addresses are distinguished at once; requests from further addresses are counted by key. */
const MOST_WINDOWS = 1_000;
/** How many addresses of one key are recorded, because a revoked key may come from thousands of addresses. */
const MOST_ADDRESSES = 10;

type Window = { accountId: string; entry: NewEntry; until: Instant; more: number };

type RefusalDeps = { auditLog: AuditLog; now: Clock };

export function startRefusals(app: FastifyInstance, { auditLog, now }: RefusalDeps): Refusals {
  const windows = new Map<string, Window>();

  const write = async (accountId: string, entry: NewEntry, log: FastifyBaseLogger): Promise<void> => {
    try {
      const request = { ...entry, status: null };
      const [row] = await auditLog.append(accountId, [request]);
      const outcome = { ...entry, outcome_of: row?.sequence ?? null, details: null };
      await auditLog.append(accountId, [outcome]);
    } catch (error) {
      // Nothing was changed, and the caller is refused anyway.
      log.error({ err: error }, 'refused requests could not be written to the activity log');
    }
  };

  const close = async (key: string, { accountId, entry, more }: Window): Promise<void> => {
    windows.delete(key);
    if (more === 0) return;
    const summary = {
      ...entry,
      recorded_at: now(),
      operation: 'refusedRequests',
      request_id: '',
      details: stringifyJson({ count: more, since: entry.recorded_at }),
      details_permission: 'none',
    };
    await write(accountId, summary, app.log);
  };
  const countOf = (byKey: string): number =>
    [...windows.keys()].filter((key) => key.startsWith(`${byKey} `)).length;
  const closeAll = async (hasEnded: (window: Window) => boolean = () => true): Promise<void> => {
    const ended = [...windows].filter(([, window]) => hasEnded(window));
    await Promise.all(ended.map(async ([key, window]) => close(key, window)));
  };
  const closeEnded = async (at: Instant): Promise<void> => closeAll(({ until }) => until <= at);

  const sweep = setInterval(() => void closeEnded(now()), SWEEP_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(sweep);
    await closeAll();
  });

  return {
    note: async (request, { accountId, keyName, fingerprint, via, user }, status) => {
      const at = now();
      await closeEnded(at);
      const byKey = `${accountId} ${user?.id ?? fingerprint}`;
      const byAddress = `${byKey} ${clientOf(addressOf(request))}`;
      const hasRoom = (): boolean => windows.size < MOST_WINDOWS && countOf(byKey) < MOST_ADDRESSES;
      const key = windows.has(byAddress) || hasRoom() ? byAddress : byKey;
      const known = windows.get(key);
      if (known !== undefined) {
        known.more += 1;
        return;
      }
      const operation = operationOf(request) ?? 'unknown';
      const entry: NewEntry = {
        recorded_at: at,
        outcome_of: null,
        request_id: request.id,
        operation,
        key_name: keyName,
        key_fingerprint: fingerprint,
        user_id: user?.id ?? null,
        user_name: user?.name ?? null,
        via,
        subject: null,
        details: null,
        status,
        error_message: null,
        created_id: null,
        ip_address: addressOf(request),
        session: null,
        details_permission: detailsPermissionOf(operation),
      };
      windows.set(key, { accountId, entry, until: addMs(at, WINDOW_MS), more: 0 });
      await write(accountId, entry, request.log);
    },
  };
}
