import { Counts } from './counts.ts';
import { TemporaryFailure } from './temporary-failure.ts';

// The domain is compiled without the types of Node and of browsers, which both have these.
declare function setTimeout(callback: () => void, ms: number): unknown;
declare function clearTimeout(timer: unknown): void;

type Limits = {
  /** How many may run at once. */
  capacity: number;
  /** How many of the same key may run at once, so that the others always find room. */
  perKey: number;
  /** How long to wait for a turn, unless the caller says otherwise. */
  waitMs: number;
};

type Waiter = { start: () => void };

/**
 * Lets a bounded number run at once, and takes turns between keys where more want to: one with a thousand waiting
 * delays the next of another by one turn. What has no key is limited by the capacity alone.
 */
export class FairQueue {
  readonly #limits: Limits;
  readonly #running = new Counts<string>();
  /** The key whose turn it is comes first. */
  readonly #waiting = new Map<string, Waiter[]>();
  #total = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get waitingCount(): number {
    let count = 0;
    for (const waiters of this.#waiting.values()) count += waiters.length;
    return count;
  }

  waitingOf(key: string): number {
    return this.#waiting.get(key)?.length ?? 0;
  }

  /** Resolves with what must be called at the end. Rejects with a TemporaryFailure after waiting in vain. */
  async enter(key = '', waitMs = this.#limits.waitMs): Promise<() => void> {
    if (this.#waiting.size === 0 && this.#hasRoom(key)) return this.#start(key);
    const turn = Promise.withResolvers<() => void>();
    const waiter: Waiter = {
      start: () => {
        clearTimeout(timer);
        turn.resolve(this.#start(key));
      },
    };
    const timer = setTimeout(() => {
      this.#remove(key, waiter);
      turn.reject(new TemporaryFailure('No turn came in time.', { code: 'busy', mayBeDone: false }));
    }, waitMs);
    this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), waiter]);
    this.#next();
    return await turn.promise;
  }

  #hasRoom(key: string): boolean {
    const { capacity, perKey } = this.#limits;
    return this.#total < capacity && (key === '' || this.#running.of(key) < perKey);
  }

  #start(key: string): () => void {
    this.#total += 1;
    this.#running.add(key);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#total -= 1;
      this.#running.remove(key);
      this.#next();
    };
  }

  #next(): void {
    for (;;) {
      const key = this.#waiting.keys().find((each) => this.#hasRoom(each));
      if (key === undefined) return;
      const [first, ...others] = this.#waiting.get(key) ?? [];
      this.#waiting.delete(key);
      // Behind the others.
      if (others.length > 0) this.#waiting.set(key, others);
      first?.start();
    }
  }

  #remove(key: string, waiter: Waiter): void {
    const left = (this.#waiting.get(key) ?? []).filter((each) => each !== waiter);
    if (left.length === 0) this.#waiting.delete(key);
    else this.#waiting.set(key, left);
  }
}
