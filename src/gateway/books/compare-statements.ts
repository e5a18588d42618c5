import type { StatementRow } from '#contract/gateway/statements.ts';
import { subtract } from '#domain/arithmetic.ts';
import { isZero, ZERO } from '#domain/decimal.ts';
import { stringifyJson } from '#domain/json.ts';
import { type HashedEntries, placeKey } from './hash-entries.ts';

/** Whether entries add up to what moved by the statement in every place. */
export function areMoved(rows: readonly StatementRow[], { moved }: HashedEntries): boolean {
  const places = new Map(
    rows.map((row) => [placeKey(row), subtract(row.closing.total, row.opening.total)] as const),
  );
  return [...new Set([...places.keys(), ...moved.keys()])].every((key) =>
    isZero(subtract(places.get(key) ?? ZERO, moved.get(key) ?? ZERO)),
  );
}

/** Whether two statements say the same. Rows of zeros alone appear with a place's first entry, and say nothing. */
export function areSame(recorded: readonly StatementRow[], found: readonly StatementRow[]): boolean {
  return textOf(recorded) === textOf(found);
}

const inOrder = (amounts: object) => Object.entries(amounts).toSorted(([a], [b]) => (a < b ? -1 : 1));

function textOf(rows: readonly StatementRow[]): string {
  return rows
    .filter(({ opening, movements, closing }) =>
      [opening, movements, closing].some((part) => Object.values(part).some((amount) => !isZero(amount))),
    )
    .map(({ type, network, currency, opening, movements, closing }) =>
      stringifyJson([type, network, currency, ...[opening, movements, closing].map(inOrder)]),
    )
    .toSorted()
    .join('\n');
}
