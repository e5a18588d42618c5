import { capabilityAspects, subjectOf } from '#contract/gateway/capabilities.ts';
import { defaultOf } from '#contract/asked-query.ts';
import { isRestricting } from '#contract/list-parameters.ts';
import type { Operation } from '#contract/operation.ts';
import type { Query } from './ask-list.ts';
import type { JudgedList } from './judge-list.ts';
import type { Facts } from './knowledge.ts';
import { type Finding, ignored } from './probe-parameter.ts';

type Learned = { facts: Facts; note: (subject: string, finding: Finding) => Promise<void> };

/** Corrects what the answer to a request contradicts. */
export async function observeAnswer(
  operation: Operation,
  query: Query,
  list: JudgedList,
  { facts, note }: Learned,
): Promise<void> {
  if (list.kind !== 'rows') return;
  const correct = async (aspect: string, finding: Finding): Promise<void> => {
    const subject = subjectOf(operation.id, aspect);
    const fact = facts.get(subject);
    if (fact?.state !== finding.state || fact.detail !== finding.detail) await note(subject, finding);
  };
  for (const name of list.ignored) {
    const meaning = operation.rows?.parameters?.[name];
    if (meaning?.kind === 'sort')
      await correct(`${name}=${query[name] ?? defaultOf(operation, name) ?? ''}`, ignored);
    else if (meaning !== undefined && (isRestricting(meaning) || query[name] !== undefined)) {
      await correct(name, ignored);
    }
  }
  if (list.order === 'as_asked') {
    for (const [name, meaning] of Object.entries(operation.rows?.parameters ?? {})) {
      const aspect = meaning.kind === 'sort' ? `${name}=${query[name]}` : name;
      const isSent = (meaning.kind === 'sort' || meaning.kind === 'direction') && query[name] !== undefined;
      const isOpen = (facts.get(subjectOf(operation.id, aspect))?.state ?? 'unknown') === 'unknown';
      if (isSent && isOpen) await correct(aspect, { state: 'proved', detail: null });
    }
  }
  const page = facts.get(subjectOf(operation.id, 'limit'));
  const asked = Number(query['limit'] ?? 0);
  if (list.received > Number(page?.detail ?? Number.POSITIVE_INFINITY)) {
    await correct('limit', { state: 'proved', detail: String(list.received) });
  } else if (list.pageSize < asked && list.pageSize < Number(page?.detail ?? Number.POSITIVE_INFINITY)) {
    await correct('limit', { state: 'proved', detail: String(list.pageSize) });
  }
  const { count } = capabilityAspects;
  const stated = list.stated ?? 0;
  if (list.stated === null) await correct(count, { state: 'disproved', detail: 'missing' });
  else if (list.ignored.length === 0 && stated < list.received) {
    await correct(count, { state: 'disproved', detail: 'too low' });
  }
}
