import * as z from 'zod/mini';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';

const names = z.record(
  z.string(),
  z.nullable(
    z
      .string({ error: 'must be the name of a parameter, or null' })
      .check(z.regex(/^[\w.[\]-]{0,64}$/, 'must be the name of a parameter, or null')),
  ),
);

/**
 * The provider's names of query parameters, by operation and by the contract's names; `*` is for every operation
 * and gives way to what the operation itself says: `{"*": {"limit": "page_size"}, "listWallets": {…}}`. Null for a
 * parameter that the provider doesn't have. Empty text, as suggested tables have it where a name is unknown, is the same
 * as nothing.
 */
export const parameterNames = z.pipe(
  z.record(z.string(), names).check(
    z.superRefine((table, context) => {
      for (const [id, renamed] of Object.entries(table)) {
        for (const problem of problemsOf(id, renamed)) {
          context.addIssue({ code: 'custom', path: [id], message: problem, input: table });
        }
      }
    }),
  ),
  z.transform(withoutBlanks),
);

export type ParameterNames = z.output<typeof parameterNames>;

function withoutBlanks(table: Record<string, z.output<typeof names>>) {
  return Object.fromEntries(
    Object.entries(table).map(([id, renamed]) => [
      id,
      Object.fromEntries(Object.entries(renamed).filter(([, theirs]) => theirs !== '')),
    ]),
  );
}

function problemsOf(id: string, renamed: Record<string, string | null>): string[] {
  const operations = walletServiceOperations.filter((one) => id === '*' || one.id === id);
  if (operations.length === 0) {
    return [
      `there is no operation ${id}; there are: *, ${walletServiceOperations.map((one) => one.id).join(', ')}`,
    ];
  }
  const known = new Set(operations.flatMap((one) => Object.keys(one.query?.shape ?? {})));
  const unknown = Object.keys(renamed).filter((name) => !known.has(name));
  const given = Object.values(renamed).filter((name) => name !== null && name !== '');
  const isAmbiguous = new Set(given).size < given.length;
  return [
    ...unknown.map(
      (name) => `${id} has no query parameter ${name}; it has: ${[...known].join(', ') || 'none'}`,
    ),
    ...(isAmbiguous ? [`two parameters of ${id} would get the same name`] : []),
  ];
}
