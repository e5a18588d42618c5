import { setImmediate as yieldToOthers } from 'node:timers/promises';
import {
  type LoadedSanctionsList,
  listSanctionsAlerts,
  listSanctionsLists,
  loadSanctionsList,
  MOST_SANCTIONS_LISTS,
  removeSanctionsList as removeOperation,
} from '#contract/gateway/sanctions-lists.ts';
import { isUniqueViolation } from '#database/unique-violation.ts';
import { addMs, writeIsoTime } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import type { SignedIn } from '../../console-host.ts';
import { apiKeyOf } from '../../caller.ts';
import { wrongLines } from '../../wrong-lines.ts';
import type { AmlRoutesDeps } from '../aml-checks.routes.ts';
import { parseListFile } from './read-list-file.ts';
import {
  listAlerts,
  listLoadedLists,
  removeSanctionsList,
  type SanctionsListRow,
  storeSanctionsList,
} from './sanctions.store.ts';

type Deps = Pick<AmlRoutesDeps, 'db' | 'cipher' | 'now' | 'sessionOf'>;

/** A list belongs to the account: it applies to all of its keys, and to no other account. */
export function registerSanctionsRoutes(host: Host<SignedIn>, deps: Deps): void {
  const { db, now, cipher } = deps;

  serve(host, listSanctionsLists, async ({ caller: { accountId } }) => {
    const lists = await listLoadedLists(db, accountId);
    return { lists: lists.map(toList) };
  });

  serve(host, listSanctionsAlerts, async ({ caller: { accountId } }) =>
    listAlerts(db, accountId, MOST_ALERTS),
  );

  serve(host, loadSanctionsList, async ({ body: { name, date, text }, caller, request }) => {
    const { accountId, actorName } = caller;
    const tomorrow = addMs(now(), DAY_MS);
    if (date > tomorrow.slice(0, date.length)) throw validationError({ date: 'must not be in the future' });
    const loaded = await listLoadedLists(db, accountId);
    // Counted without a lock: simultaneous uploads may exceed it by their number, which does no harm.
    if (loaded.length >= MOST_SANCTIONS_LISTS && !loaded.some((list) => list.name === name)) {
      throw new ServiceError(
        409,
        `The account has ${MOST_SANCTIONS_LISTS} sanctions lists, the maximum. Remove one first`,
      );
    }
    const file = await parseListFile(text, yieldToOthers);
    if (file.problems.size > 0) throw wrongLines('The list wasn’t loaded.', file.problems);
    if (file.entries === 0) throw validationError({ text: 'the file doesn’t contain any addresses' });
    const keyFingerprint = cipher.fingerprint(apiKeyOf(request, deps));
    const at = now();
    try {
      const wanted = { accountId, name, date, file, keyName: actorName, keyFingerprint, at };
      const { list, replaced } = await storeSanctionsList(db, wanted);
      request.log.info({ accountId, entries: list.entries }, 'loaded a sanctions list');
      return { list: toList(list), replaced: replaced === undefined ? null : toList(replaced) };
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ServiceError(
        409,
        'Someone else just loaded a list with this name, so yours wasn’t loaded. Check theirs first',
      );
    }
  });

  serve(
    host,
    removeOperation,
    async ({ body: { name, list_id: listId }, caller: { accountId }, request }) => {
      const at = now();
      if (!(await removeSanctionsList(db, { accountId, name, listId, at }))) {
        throw new ServiceError(404, 'Sanctions list not found. It may have been removed or replaced');
      }
      request.log.info({ accountId }, 'removed a sanctions list');
      return { result: 'success' as const };
    },
  );
}

const DAY_MS = 86_400_000;
const MOST_ALERTS = 5;

function toList(row: SanctionsListRow): LoadedSanctionsList {
  return {
    id: row.list_id,
    name: row.name,
    date: row.list_date,
    entries: row.entries,
    loaded_at: writeIsoTime(row.loaded_at),
    loaded_by: row.loaded_by,
    key_fingerprint: row.key_fingerprint,
  };
}
