import { canJudge, contradictedBy } from '#contract/check-answer.ts';
import { type AskedQuery, textOf } from '#contract/asked-query.ts';
import { isRestricting } from '#contract/list-parameters.ts';
import type { Operation } from '#contract/operation.ts';
import type { ReadList, ReadRow } from '#contract/read-answer.ts';
import { formatCount } from '#domain/format.ts';
import type { WholeListInfo } from '#contract/gateway/whole-list.ts';
import { otherRowsMessage } from '#dashboard/lib/unproved.ts';
import { ignoredMessages, wholeListMessages } from '#dashboard/lib/unproved-text.ts';

type Row = ReadRow<Record<string, unknown>>;

type FilteredPage = Pick<ReadList<unknown>, 'ignored' | 'refused' | 'otherRows' | 'wholeList'> & {
  rows: readonly Row[];
};

/**
 * Leaves out the rows that the query doesn't ask for, for providers that ignore a filter. With one that does as it is
 * asked, every row stays.
 */
export class RowFilter {
  readonly #operation: Operation;
  readonly #query: AskedQuery;
  readonly #restricting: string[];
  readonly #ignored = new Set<string>();
  #refused: Readonly<Record<string, string>> = {};
  readonly #unclear = new Map<string, number>();
  #left = 0;
  #others = 0;
  #wholeList: WholeListInfo | undefined;

  constructor(operation: Operation, query: AskedQuery) {
    this.#operation = operation;
    this.#query = query;
    this.#restricting = Object.entries(operation.rows?.parameters ?? {}).flatMap(([name, meaning]) =>
      isRestricting(meaning) && textOf(query[name]) !== '' ? [name] : [],
    );
  }

  /** The rows of a page that match, as far as they tell. */
  keep(page: FilteredPage): Row[] {
    this.#wholeList = page.wholeList ?? this.#wholeList;
    this.#others += page.otherRows;
    for (const name of page.ignored) this.#ignored.add(name);
    this.#refused = { ...this.#refused, ...page.refused };
    return page.rows.filter((row) => {
      const against = contradictedBy(this.#operation, this.#query, row);
      for (const name of against) this.#ignored.add(name);
      if (against.length > 0) this.#left += 1;
      else this.#judge(row);
      return against.length === 0;
    });
  }

  #judge(row: Row): void {
    for (const name of this.#restricting) {
      if (canJudge(this.#operation, name, row)) continue;
      this.#unclear.set(name, (this.#unclear.get(name) ?? 0) + 1);
    }
  }

  /** The filters that the console applied because the provider didn't. */
  get appliedHere(): string[] {
    return this.#restricting.filter((name) => this.#ignored.has(name));
  }

  /** The filters that the provider didn't apply, but the console, here or before it gave the rows. */
  get appliedByConsole(): string[] {
    const { lacking = [], unproved = [] } = this.#wholeList ?? {};
    const before = new Set([...lacking, ...unproved]);
    return this.#restricting.filter((name) => this.#ignored.has(name) || before.has(name));
  }

  /** How many rows were left out. */
  get leftOut(): number {
    return this.#left;
  }

  /** Whether so many rows of the list are all that the provider counts, with or without those of another kind. */
  isWhole(rows: number, expected: number): boolean {
    return rows === expected || rows + this.#others === expected;
  }

  /** What the provider didn't do, and what was done about it. */
  notes(): string[] {
    const ignored = [...this.#ignored].filter((name) => name !== 'limit');
    const messages = [
      ...(this.#wholeList ? wholeListMessages(this.#wholeList, this.#operation.id) : []),
      ...ignoredMessages({ ignored, refused: this.#refused }),
      ...(this.#others === 0 ? [] : [otherRowsMessage(this.#others)]),
    ];
    return this.appliedHere.length === 0
      ? messages
      : [
          ...messages,
          `The console read every row and applied the filter itself, leaving out ${formatCount(this.#left, 'row')}.`,
        ];
  }

  /** Why rows may be among those that stay that don't match. */
  problems(): string[] {
    return this.appliedHere.flatMap((name) => {
      const unclear = this.#unclear.get(name) ?? 0;
      return unclear === 0
        ? []
        : [`${formatCount(unclear, 'row')} can’t be checked against ${name}, which the provider ignored.`];
    });
  }
}
