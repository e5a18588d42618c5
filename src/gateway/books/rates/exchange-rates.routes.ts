import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import {
  collectExchangeRates,
  type ExchangeRate,
  findRateGaps,
  listExchangeRates,
  previewRates,
  type RatesPreview,
  readRates,
  supersedeRates as supersedeOperation,
  uploadRates,
} from '#contract/gateway/exchange-rates.ts';
import type { Tables } from '#database/tables.ts';
import { isUniqueViolation } from '#database/unique-violation.ts';
import { createResolveRate, findGaps, type KnownRate } from '#domain/exchange-rates.ts';
import { formatCount } from '#domain/format.ts';
import { type Clock, type Instant, writeIsoTime } from '#domain/time.ts';
import { stablecoins, valueCurrencies } from '#domain/value-currencies.ts';
import type { RateStep } from '#domain/value.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import { apiKeyOf, type SessionOf } from '../../caller.ts';
import type { SignedIn } from '../../console-host.ts';
import type { AskService } from '../../sessions/key-check.ts';
import { wrongLines } from '../../wrong-lines.ts';
import {
  compareRates,
  type ExchangeRateRow,
  findRatesAt,
  findRatesIn,
  findRecordedExchanges,
  listRates,
  type RateChanges,
  recordExchanges,
  recordRates,
  supersedeRates,
} from './exchange-rates.store.ts';
import { fetchHeldCurrencies } from './held-currencies.ts';
import type { NewRate } from './new-rate.ts';
import { parseRateFile, type RateFile } from './rate-file.ts';
import { fetchRatesOfExchanges } from './rates-of-exchanges.ts';
import { findValueSettings } from './value-settings.ts';

export type RateRoutesDeps = { db: Kysely<Tables>; now: Clock; ask: AskService; sessionOf: SessionOf };

const MOST_PROBLEMS = 100;
const MOST_REPLACEMENTS = 20;

export function registerExchangeRateRoutes(host: Host<SignedIn>, deps: RateRoutesDeps): void {
  const { db, now, ask } = deps;

  serve(host, listExchangeRates, async ({ caller: { accountId }, query }) => {
    const { count, rows } = await listRates(db, accountId, query);
    return { count, rates: rows.map(toResponse) };
  });

  serve(host, readRates, async ({ caller: { accountId }, query }) => {
    const { quote, at: moment = now(), known_at: knownAt, currencies } = query;
    const rules = await findValueSettings(db, accountId);
    const known = await findRatesAt(db, { accountId, knownAt }, { moment, rules });
    const resolve = createResolveRate(known, rules);
    const rates = (currencies?.split(',') ?? currenciesOf(known)).map((currency) => ({
      currency,
      steps: resolve(currency, quote, moment)?.map(toStep) ?? null,
    }));
    return {
      quote,
      at: writeIsoTime(moment),
      max_age_days: rules.max_age_days,
      stablecoins_as_usd: rules.stablecoins_as_usd,
      rates: currencies === undefined ? rates.filter(({ steps }) => steps !== null) : rates,
    };
  });

  serve(host, findRateGaps, async ({ caller: { accountId }, query, request }) => {
    const { quote, currencies: wanted, ...period } = query;
    const currencies = wanted?.split(',') ?? (await fetchHeldCurrencies(ask, keyOf(request)));
    const rules = await findValueSettings(db, accountId);
    const resolve = createResolveRate(await findRatesIn(db, accountId, { ...period, rules }), rules);
    const days = { ...period, now: now() };
    const gaps = currencies.map((currency) => ({
      currency,
      ranges: findGaps((moment) => resolve(currency, quote, moment), days),
    }));
    return { currencies, gaps: gaps.filter(({ ranges }) => ranges.length > 0) };
  });

  serve(host, previewRates, async ({ caller: { accountId }, body: { text } }) => {
    const file = parseRateFile(text, now());
    return toPreview(file, await compareRates(db, accountId, 'file', file.rates));
  });

  serve(host, uploadRates, async ({ caller, body: { name, text, replace }, request }) => {
    const { accountId, actorName } = caller;
    const at = now();
    const { rates, problems } = parseRateFile(text, at);
    if (problems.size > 0) throw wrongLines('The rates weren’t recorded.', problems);
    const recording = { accountId, source: 'file', origin: name, by: actorName, at } as const;
    const changes = await orConflict(async () => recordRates(db, recording, { rates, mayReplace: replace }));
    const { added, replaced, unchanged } = changes;
    if (replaced.length > 0 && !replace) {
      throw new ServiceError(
        409,
        `The rates weren’t recorded. ${formatCount(replaced.length, 'value')} would replace other ones for the same moment. Confirm that first`,
      );
    }
    request.log.info(
      { accountId, added: added.length, replaced: replaced.length },
      'recorded exchange rates',
    );
    return { added: added.length, replaced: replaced.length, unchanged };
  });

  serve(host, supersedeOperation, async ({ caller, body: { ids }, request }) => {
    const { accountId, actorName: by } = caller;
    const superseded = await supersedeRates(db, { accountId, ids, by, at: now() });
    if (superseded === 0) throw new ServiceError(404, 'Rates not found. They may no longer be in use');
    request.log.info({ accountId, superseded }, 'took exchange rates out of use');
    return { superseded };
  });

  serve(host, collectExchangeRates, async ({ caller: { accountId, actorName: by }, request }) => {
    const found = await fetchRatesOfExchanges(ask, keyOf(request), async (ids) =>
      findRecordedExchanges(db, accountId, ids),
    );
    const added = await recordExchanges(db, { accountId, by, at: now() }, found.rates);
    request.log.info({ accountId, added }, 'recorded exchange rates of exchanges');
    return { added, read: found.read, is_complete: found.isComplete };
  });

  function keyOf(request: FastifyRequest): string {
    return apiKeyOf(request, deps);
  }
}

async function orConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError(
      409,
      'Someone else just recorded rates for the same moments, so yours weren’t recorded. Check theirs first',
    );
  }
}

/** All that may have a rate: those of the pairs, and those that have one by rule. */
function currenciesOf(known: readonly KnownRate[]): string[] {
  return [
    ...new Set([
      ...known.flatMap(({ currency, quote }) => [currency, quote]),
      ...stablecoins,
      ...valueCurrencies,
    ]),
  ].toSorted();
}

function toStep(step: RateStep): RateStep {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a step's moment is an instant on the server.
  return { ...step, at: writeIsoTime(step.at as Instant) };
}

function toResponse(row: ExchangeRateRow): ExchangeRate {
  const {
    currency,
    quote,
    rate,
    source,
    origin,
    recorded_by,
    superseded_at: supersededAt,
    superseded_by,
  } = row;
  return {
    id: row.rate_id,
    currency,
    quote,
    rate,
    at: writeIsoTime(row.at),
    source,
    origin,
    recorded_at: writeIsoTime(row.recorded_at),
    recorded_by,
    superseded_at: supersededAt === null ? null : writeIsoTime(supersededAt),
    superseded_by,
  };
}

function toPreview({ rates, problems }: RateFile, { added, replaced, unchanged }: RateChanges): RatesPreview {
  return {
    added: added.length,
    replaced: replaced.length,
    unchanged,
    problems: [...problems].slice(0, MOST_PROBLEMS).map(([line, problem]) => ({ line, problem })),
    problem_count: problems.size,
    pairs: pairsOf(rates),
    replacements: replaced.slice(0, MOST_REPLACEMENTS).map(({ current, rate }) => ({
      currency: rate.currency,
      quote: rate.quote,
      at: writeIsoTime(rate.at),
      rate: current.rate,
      new_rate: rate.rate,
    })),
  };
}

function pairsOf(rates: readonly NewRate[]): RatesPreview['pairs'] {
  const pairs = Map.groupBy(rates, ({ currency, quote }) => `${currency}/${quote}`);
  return [...pairs.values()].flatMap((ofPair) => {
    const [first, ...others] = ofPair.toSorted((a, b) => (a.at < b.at ? -1 : 1));
    if (first === undefined) return [];
    const { currency, quote, at } = first;
    const last = others.at(-1) ?? first;
    return [
      {
        currency,
        quote,
        rates: ofPair.length,
        first_at: writeIsoTime(at),
        last_at: writeIsoTime(last.at),
      },
    ];
  });
}
