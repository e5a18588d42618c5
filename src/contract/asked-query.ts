import type { Operation } from './operation.ts';

/** The query of a request: parameter → value, as text or as what the contract's schema makes of it. */
export type AskedQuery = Readonly<Record<string, unknown>>;

/** The value of a parameter as it is sent; empty for one that is left out. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** What the contract fills in for a parameter that is left out, as it would be sent; undefined where nothing is. */
export function defaultOf(operation: Operation, name: string): string | undefined {
  const parameter = operation.query?.shape[name];
  if (parameter === undefined || !('defaultValue' in parameter._zod.def)) return undefined;
  return textOf(parameter._zod.def.defaultValue);
}

/** Whether the value is what the contract fills in. */
export function isDefault(operation: Operation, name: string, value: string): boolean {
  return defaultOf(operation, name) === value;
}

/** The query without the contract's defaults, so that a provider isn't sent a parameter that it doesn't know. */
export function withoutDefaults(operation: Operation, query: AskedQuery): Record<string, string> {
  const sent = Object.entries(query).map(([name, value]) => [name, textOf(value)] as const);
  return Object.fromEntries(
    sent.filter(([name, value]) => value !== '' && !isDefault(operation, name, value)),
  );
}

export function withDefaults(operation: Operation, query: AskedQuery): AskedQuery {
  const names = Object.keys(operation.rows?.parameters ?? {});
  return Object.fromEntries(
    names.map((name) => [name, isSent(query, name) ? query[name] : defaultOf(operation, name)]),
  );
}

/** Whether the query says anything for the parameter. */
export function isSent(query: AskedQuery, name: string): boolean {
  return textOf(query[name]) !== '';
}
