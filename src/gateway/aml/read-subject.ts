import * as z from 'zod/mini';
import { startAmlCheck } from '#contract/gateway/aml-start.ts';
import { namesWithArticle } from '#domain/address-check.ts';
import type { AmlNetwork } from '#domain/networks.ts';
import { recognise } from '#domain/recognise.ts';
import { brokenRules } from '#http/serve.ts';

/** What is checked, in canonical spelling. */
export type Subject = { network: AmlNetwork; value: string; kind: 'address' | 'transaction' };

export type ReadSubject = { ok: true; subject: Subject } | { ok: false; problems: Record<string, string> };

const { value, network } = startAmlCheck.body.shape;
const written = z.strictObject({ value, network });

/** The address or transaction id of that network, or the rule that each field breaks. Refused before it costs. */
export function parseSubject(given: { value: string; network: AmlNetwork }): ReadSubject {
  const read = recognise(given.value);
  if (!read.ok) return refused(read.reason);
  const found = read.candidates.find((candidate) => candidate.network === given.network);
  if (found !== undefined) {
    return { ok: true, subject: { network: given.network, value: found.value, kind: found.kind } };
  }
  const [first] = read.candidates;
  const others = namesWithArticle(read.candidates.map((candidate) => candidate.network));
  const kind = first?.kind === 'address' ? 'address' : 'transaction ID';
  return refused(`this is ${others} ${kind}, not ${namesWithArticle([given.network])} ${kind}`);
}

/** Reads one subject of many, which may be anything. */
export function parseAnySubject(given: unknown): ReadSubject {
  const read = z.safeParse(written, given);
  if (read.success) return parseSubject(read.data);
  return { ok: false, problems: brokenRules(read.error, 'unknown field') };
}

function refused(reason: string): ReadSubject {
  return { ok: false, problems: { value: reason } };
}
