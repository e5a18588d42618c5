import type { Instant } from '#domain/time.ts';

/** Work that is done again and again, once for all processes. */
export type JobSchedulesTable = {
  name: string;
  next_at: Instant;
};
