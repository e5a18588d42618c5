import * as z from 'zod/mini';
import { parseJson, stringifyJson } from '#domain/json.ts';

const fields = z.record(z.string(), z.unknown());

/** The fields of what was asked, each as text; none where there is nothing, or it cannot be read. */
export function askedFields(details: string | null | undefined): [name: string, text: string][] {
  if (typeof details !== 'string') return [];
  const read = z.safeParse(fields, parsed(details));
  if (!read.success) return [['body', details]];
  return Object.entries(read.data).map(([name, value]) => [
    name === '?' ? 'in the address' : name,
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
