import * as z from 'zod/mini';
import { parseJson, stringifyJson } from '#domain/json.ts';

const fields = z.record(z.string(), z.unknown());

/** The fields of a recorded request, each as text. Empty if there are none. Details that aren't an object come whole. */
export function requestFields(details: string | null | undefined): [name: string, text: string][] {
  if (typeof details !== 'string') return [];
  const read = z.safeParse(fields, parsed(details));
  if (!read.success) return [['body', details]];
  return Object.entries(read.data).map(([name, value]) => [
    name === '?' ? 'query' : name,
    typeof value === 'string' ? value : stringifyJson(value),
  ]);
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
