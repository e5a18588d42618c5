/** A piece of work that this process has claimed. */
export type Piece = {
  /** What was claimed. The job's next claims name it until the work ends. */
  id: string;
  /**
   * Does the work. What it throws is reported, and the piece is claimed again when its lease ends. A piece that can end
   * early without harm does so when `stopping` is aborted; others are waited for.
   */
  work: (stopping: AbortSignal) => Promise<void>;
};

/** A kind of background work. What waits for it are rows of its own tables: nothing is queued twice. */
export type Job = {
  /** For the log. */
  name: string;
  /** How many pieces each process works on at the same time. */
  atOnce: number;
  /**
   * Claims pieces that are due, those that wait longest first, for a time in which no other process claims them. At
   * most `most` of them, and none of those `atHand`: a clock that jumps ahead ends their lease, not the work on them.
   */
  claim: (most: number, atHand: readonly string[]) => Promise<readonly Piece[]>;
  /** Between two looks for work while there is none, in milliseconds. Default 1,000. */
  pauseMs?: number | undefined;
  /** The delay of the first look after the start, in milliseconds. */
  startAfterMs?: number | undefined;
};

/**
 * Is called when a piece fails, with its `id`, and when a look for work fails in another way than the look before. The work
 * goes on.
 */
export type OnJobError = (error: unknown, about: { job: string; id?: string }) => void;
