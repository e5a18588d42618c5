import type { Operation } from '#contract/operation.ts';
import { parseResponse } from '#contract/parse-response.ts';
import { quote, requireOperation } from './answers.ts';
import { NotCheckable } from './check.ts';
import type { AnyList } from './judge-answer.ts';
import type { Provider } from './provider.ts';

export type Query = Readonly<Record<string, string>>;

type Read = { list: AnyList } | { refusal: string };

/** Asks for a list and reads it as the console does. Throws NotCheckable where the key or the operation is at fault. */
export async function readList(operation: Operation, provider: Provider, query: Query = {}): Promise<Read> {
  const reply = await provider.call(operation, { query: { ...query } });
  const answer = parseResponse(operation, reply.status, reply.text, { query });
  if (answer.ok) return { list: answer.data as AnyList };
  requireOperation(reply);
  return { refusal: quote(reply) };
}

/** The first rows, without any parameter; every other answer is compared with them. */
export async function readFirstRows(operation: Operation, provider: Provider): Promise<AnyList> {
  const read = await readList(operation, provider);
  if ('refusal' in read) throw new NotCheckable('the list can’t be read');
  return read.list;
}

const remembered = new WeakMap<Provider, Map<Operation, AnyList>>();

/** The same, asked once in a run, for rules that don't mind rows that have come since. */
export async function recallFirstRows(operation: Operation, provider: Provider): Promise<AnyList> {
  const lists = remembered.get(provider) ?? new Map<Operation, AnyList>();
  remembered.set(provider, lists);
  const list = lists.get(operation) ?? (await readFirstRows(operation, provider));
  lists.set(operation, list);
  return list;
}
