import type * as z from 'zod/mini';
import type { ReadList, ReadRow } from '#contract/read-answer.ts';
import type { ReadId } from './stale.ts';

/** The query of a list, as its contract has it. */
export type ListSchema = z.ZodMiniObject<{
  limit: z.ZodMiniType<number>;
  offset: z.ZodMiniType<number>;
}>;

/** A list of the service: what the core of all lists needs to know of one of them. At module scope. */
export type ListSource<S extends ListSchema, T> = {
  /** Its name in views and in what is remembered. */
  name: string;
  /** Answers with its rows. */
  operation: { id: ReadId };
  schema: S;
  read: (query: z.output<S>, signal?: AbortSignal) => Promise<ReadList<T>>;
  rowId: (row: ReadRow<T>) => string | undefined;
  /** When the row came to be, as the service writes it. A list without it isn't pinned: it shows what there is now. */
  createdAt?: (row: ReadRow<T>) => string | undefined;
};
