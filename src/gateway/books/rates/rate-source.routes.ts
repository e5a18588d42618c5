import {
  changeRateSource as changeOperation,
  fetchRates,
  type RateSourceState,
  readRateSource as readOperation,
} from '#contract/gateway/rate-source.ts';
import { type Instant, writeIsoTime } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import type { SignedIn } from '../../console-host.ts';
import { objectionToRateUrl } from './fetch-rates.ts';
import { readRateSource, type RateSourceDeps } from './rate-source.job.ts';
import { changeRateSource, findRateSource, type RateSourceRow } from './rate-sources.store.ts';

export function registerRateSourceRoutes(host: Host<SignedIn>, deps: RateSourceDeps): void {
  const { db, now, rules } = deps;
  const stateOf = async (accountId: string) => ({ source: toResponse(await findRateSource(db, accountId)) });

  serve(host, readOperation, async ({ caller: { accountId } }) => stateOf(accountId));

  serve(host, changeOperation, async ({ body, caller: { accountId, actorName }, request }) => {
    const url = body.url === null ? null : addressOf(body.url);
    await changeRateSource(db, { accountId, url, by: actorName, at: now() });
    request.log.info({ accountId }, 'changed the source of exchange rates');
    return await stateOf(accountId);
  });

  serve(host, fetchRates, async ({ caller: { accountId, actorName } }) => {
    const source = await findRateSource(db, accountId);
    if (source === undefined) throw new ServiceError(404, 'No URL is set. Set one in the settings first');
    await readRateSource(source, { ...deps, by: actorName });
    return await stateOf(accountId);
  });

  function addressOf(text: string): string {
    const url = URL.parse(text);
    if (url === null) throw validationError({ url: 'This isn’t a URL.' });
    const objection = objectionToRateUrl(url, rules);
    if (objection !== undefined) throw validationError({ url: objection });
    return url.href;
  }
}

const none: RateSourceState = {
  host: null,
  changed_at: null,
  changed_by: null,
  tried_at: null,
  failure: null,
  read_at: null,
  rates_read: null,
  next_at: null,
};

function toResponse(row: RateSourceRow | undefined): RateSourceState {
  if (row === undefined) return none;
  return {
    host: new URL(row.url).host,
    changed_at: writeIsoTime(row.changed_at),
    changed_by: row.changed_by,
    tried_at: isoOf(row.tried_at),
    failure: row.failure,
    read_at: isoOf(row.read_at),
    rates_read: row.rates_read,
    next_at: isoOf(row.next_at),
  };
}

function isoOf(at: Instant | null): string | null {
  return at === null ? null : writeIsoTime(at);
}
