import * as z from 'zod/mini';

/** Fields of a setting that is kept for an account: how often it was changed, and by whom last. */
export const lastChange = {
  /** Counts the changes, 0 before the first; a change names the one that it was made from. */
  version: z.int(),
  /** ISO 8601; null before the first change. */
  updated_at: z.nullable(z.string()),
  /** The name of the key that changed it last; null where the wallet service does not tell. */
  updated_by: z.nullable(z.string()),
};
