/** Something at a moment, in microseconds. Those of equal moments are in the order in which they are given. */
type Timed<T> = { item: T; at: number };

type Node<A, B> = { at: number; a?: A; b?: B; isUsed: boolean; before: number; after: number };

/**
 * Pairs each of `as` with at most one of `bs`, those nearest in time first, at most `most` microseconds apart. Equal gaps:
 * the earlier pair first. In n log n steps, because the two that are nearest are always next to each other in time.
 */
export function pairNearest<A, B>(as: readonly Timed<A>[], bs: readonly Timed<B>[], most: number): [A, B][] {
  const [a, b] = [as[0], bs[0]];
  if (a === undefined || b === undefined) return [];
  // By far the most frequent case.
  if (as.length === 1 && bs.length === 1) {
    return Math.abs(a.at - b.at) <= most ? [[a.item, b.item]] : [];
  }
  const nodes: Node<A, B>[] = [
    ...as.map(({ item, at }) => ({ at, a: item, isUsed: false, before: 0, after: 0 })),
    ...bs.map(({ item, at }) => ({ at, b: item, isUsed: false, before: 0, after: 0 })),
  ].toSorted((one, other) => one.at - other.at);
  for (const [index, node] of nodes.entries()) {
    node.before = index - 1;
    node.after = index + 1;
  }
  const gaps = new GapHeap();
  const offer = (left: number, right: number) => {
    const [one, other] = [nodes[left], nodes[right]];
    if (one === undefined || other === undefined || 'a' in one === 'a' in other) return;
    const gap = other.at - one.at;
    if (gap <= most) gaps.push({ gap, left, right });
  };
  for (const index of nodes.keys()) offer(index, index + 1);
  const pairs: [A, B][] = [];
  for (let next = gaps.pop(); next !== undefined; next = gaps.pop()) {
    const [left, right] = [nodes[next.left], nodes[next.right]];
    if (left === undefined || right === undefined || left.isUsed || right.isUsed) continue;
    left.isUsed = true;
    right.isUsed = true;
    const [own, other] = 'a' in left ? [left, right] : [right, left];
    pairs.push([own.a as A, other.b as B]);
    const [before, after] = [nodes[left.before], nodes[right.after]];
    if (before !== undefined) before.after = right.after;
    if (after !== undefined) after.before = left.before;
    offer(left.before, right.after);
  }
  return pairs;
}

type Gap = { gap: number; left: number; right: number };

const isBefore = (one: Gap, other: Gap) =>
  one.gap < other.gap || (one.gap === other.gap && one.left < other.left);

/** A binary heap: the smallest gap comes first. */
class GapHeap {
  readonly #gaps: Gap[] = [];

  push(gap: Gap): void {
    let index = this.#gaps.push(gap) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#swapUnlessOrdered(parent, index)) return;
      index = parent;
    }
  }

  pop(): Gap | undefined {
    const [first] = this.#gaps;
    const last = this.#gaps.pop();
    if (first === undefined || last === undefined || this.#gaps.length === 0) return first;
    this.#gaps[0] = last;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const [one, other] = [this.#gaps[left], this.#gaps[left + 1]];
      if (one === undefined) return first;
      const smaller = other !== undefined && isBefore(other, one) ? left + 1 : left;
      if (!this.#swapUnlessOrdered(index, smaller)) return first;
      index = smaller;
    }
  }

  /** Whether the two had to be swapped. */
  #swapUnlessOrdered(parent: number, child: number): boolean {
    const [upper, lower] = [this.#gaps[parent], this.#gaps[child]];
    if (upper === undefined || lower === undefined || !isBefore(lower, upper)) return false;
    this.#gaps[parent] = lower;
    this.#gaps[child] = upper;
    return true;
  }
}
