import * as z from 'zod/mini';

/** Fields of an account's setting: how often it was changed, and who changed it last. */
export const lastChange = {
  /** Goes up with each change, from 0. A change names the version that it was made from. */
  version: z.int(),
  /** ISO 8601; null before the first change. */
  updated_at: z.nullable(z.string()),
  /** The name of the user or API key that changed it last; null where the wallet service does not tell. */
  updated_by: z.nullable(z.string()),
};
