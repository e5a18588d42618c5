import * as z from 'zod/mini';
import { applyQuery } from '#contract/apply-query.ts';
import { openSets } from '#contract/fields.ts';
import { ignoredParametersHeader } from '#contract/gateway/ignored-parameters.ts';
import { unavailableHeader, wholeListHeader, writeInfo } from '#contract/gateway/whole-list.ts';
import type { Operation } from '#contract/operation.ts';
import { ServiceError } from '#http/service-error.ts';
import type { Capabilities } from '../capabilities/capabilities.ts';
import type { JudgedList } from '../capabilities/judge-list.ts';
import { disprovedOf, type Known, type Needs, needsAfter, needsOf, pagesOf } from '../capabilities/needs.ts';
import { answerFromRows } from '../whole-lists/answer-from-rows.ts';
import type { Unreadable } from '../whole-lists/read-whole-list.ts';
import type { WholeLists } from '../whole-lists/whole-lists.ts';
import type { ProviderAnswer } from './provider-client.ts';

type Query = Readonly<Record<string, string>>;

type Asked = {
  operation: Operation;
  query: Query;
  owner: { apiKey: string; accountId: string };
  /** Asks the provider, and learns from its answer. `ignored`: what of the query it is known to ignore. */
  forward: () => Promise<{ answer: ProviderAnswer; list: JudgedList; ignored: string[] }>;
};

/** What the console is given for a list. */
type ListAnswer = { headers: Record<string, string> } & (
  | { kind: 'forwarded'; answer: ProviderAnswer }
  | { kind: 'applied'; body: string }
);

/**
 * A list for the console: as the provider gives it where it has proved that it does what is asked, otherwise from all of
 * the list's rows. Where these can't be read, headers of the provider's own response say what can't be used, and why.
 */
export async function answerList(
  { operation, query, owner, forward }: Asked,
  { capabilities, wholeLists }: { capabilities: Capabilities; wholeLists: WholeLists },
): Promise<ListAnswer> {
  const knownNow = async () => await capabilities.known(owner.apiKey);
  const apply = async (needs: Needs): Promise<ListAnswer | Unreadable> => {
    const whole = await wholeLists.read(operation, owner, pagesOf(operation, await knownNow()));
    if (whole === 'reading') throw stillReading();
    if (whole.kind === 'unreadable') return whole;
    const applied = applyQuery(operation, query, whole.rows);
    if (applied.kind !== 'applied') {
      return {
        kind: 'unreadable',
        reason: 'unclear',
        rows: applied.kind === 'unclear' ? applied.rows : null,
      };
    }
    const info = {
      rows: whole.rows.length,
      other_rows: whole.others,
      read_at: new Date(whole.readAt).toISOString(),
      ...needs,
    };
    return {
      kind: 'applied',
      body: answerFromRows(operation, { ...applied, query, firstBody: whole.firstBody }),
      headers: { [wholeListHeader]: writeInfo(info) },
    };
  };

  const isValid = operation.query !== undefined && z.safeParse(openSets(operation.query), query).success;
  const before = needsOf(operation, query, await knownNow());
  const first = isValid && before.lacking.length > 0 ? await apply(before) : undefined;
  if (first?.kind === 'applied') return first;

  const { answer, list: judged, ignored } = await forward();
  const list = judged.kind === 'rows' ? judged : undefined;
  const known = await knownNow();
  const needs =
    list === undefined ? needsOf(operation, query, known) : needsAfter(operation, query, known, list);
  const page = { stated: list?.stated ?? null, ...pagesOf(operation, known) };
  let why = first ?? wholeLists.whyUnreadable(operation, owner.apiKey, page);
  // A refusal that names a parameter has just shown that the provider lacks it. Other failures are the answer.
  const isOpen = list === undefined ? needs.lacking.length > 0 && answer.status === 400 : isUnmet(needs);
  if (why === undefined && isValid && isOpen) {
    const second = await apply(needs);
    if (second.kind !== 'unreadable') return second;
    why = second;
  }
  return {
    kind: 'forwarded',
    answer,
    headers: {
      ...(ignored.length > 0 && { [ignoredParametersHeader]: ignored.join(',') }),
      ...(why?.kind === 'unreadable' && unavailableIn(operation, known, needs, why)),
    },
  };
}

function isUnmet({ lacking, unproved }: Needs): boolean {
  return lacking.length > 0 || unproved.length > 0;
}

function unavailableIn(
  operation: Operation,
  known: Known,
  { unproved }: Needs,
  { reason, rows }: Unreadable,
): Record<string, string> {
  const names = disprovedOf(operation, known);
  if (names.length === 0 && unproved.length === 0) return {};
  return { [unavailableHeader]: writeInfo({ names, unproved, reason, rows }) };
}

/** Reading goes on, so that the same request is soon answered. */
export function stillReading(): ServiceError {
  return new ServiceError(
    504,
    'The provider can’t do this by itself, so the console is reading all rows. That takes a while. Try again in a few seconds.',
    { headers: { 'retry-after': '5' } },
  );
}
