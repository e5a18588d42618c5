import { formatCount } from '#domain/format.ts';
import type { ReadList } from '#contract/read-answer.ts';

// What is said of such answers is in a file of its own: few providers give them, so few pages load it.

/** A number that the provider's answer does not prove. */
export class UnprovedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnprovedError';
  }
}

/** The parameters of a list that don't change which rows match. */
export const notFilters = ['sort_by', 'sort_direction', 'limit', 'offset'] as const;

export function isNotFilter(name: string): name is (typeof notFilters)[number] {
  return notFilters.some((parameter) => parameter === name);
}

/** Whether the rows differ from those that were requested. */
export function isUnfiltered({ ignored }: Pick<ReadList<unknown>, 'ignored'>): boolean {
  return ignored.some((name) => !isNotFilter(name));
}

/**
 * How many rows are asked for where only their number is wanted: a single one may match by chance, and then proves
 * nothing about the filters.
 */
export const countedRows = 20;

/** The number of matching rows. Throws an UnprovedError that says why it is unknown. */
export async function requireCount(list: Omit<ReadList<unknown>, 'rows'>): Promise<number> {
  if (list.count === null) throw await unprovedError(list);
  return list.count;
}

/** The same for one page of many. Throws an UnprovedError. */
export async function requireStated(
  page: Omit<ReadList<unknown>, 'rows' | 'count' | 'pageSize'>,
): Promise<number> {
  if (page.stated === null || isUnfiltered(page)) throw await unprovedError(page);
  return page.stated;
}

async function unprovedError(
  list: Pick<ReadList<unknown>, 'ignored' | 'refused' | 'hasOtherRows' | 'unproved'>,
): Promise<UnprovedError> {
  const { uncountedMessage } = await import('./unproved-text.ts');
  return new UnprovedError(uncountedMessage(list));
}

/** What a list says about rows that it leaves out, as far as this page or file has some. */
export function otherRowsMessage(count: number): string {
  return `${formatCount(count, 'row')} of another kind ${count === 1 ? 'was' : 'were'} left out.`;
}
