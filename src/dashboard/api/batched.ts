type Waiting<T> = {
  id: string;
  resolve: (found: ReadonlyMap<string, T>) => void;
  reject: (error: unknown) => void;
};

/**
 * Looks things up by ID, with all lookups of the same moment in as few requests as `most` IDs in each allow. Undefined for
 * an ID that nothing is found by.
 */
export function batched<T>(
  most: number,
  find: (ids: string[]) => Promise<ReadonlyMap<string, T>>,
): (id: string) => Promise<T | undefined> {
  let waiting: Waiting<T>[] = [];

  const findSome = async (some: readonly Waiting<T>[], ids: string[]) => {
    try {
      const found = await find(ids);
      for (const { resolve } of some) resolve(found);
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  };

  const findAll = () => {
    const byId = [...Map.groupBy(waiting, ({ id }) => id)];
    waiting = [];
    for (let from = 0; from < byId.length; from += most) {
      const some = byId.slice(from, from + most);
      void findSome(
        some.flatMap(([, ofId]) => ofId),
        some.map(([id]) => id),
      );
    }
  };

  return async (id) => {
    const found = await new Promise<ReadonlyMap<string, T>>((resolve, reject) => {
      if (waiting.length === 0) setTimeout(findAll);
      waiting.push({ id, resolve, reject });
    });
    return found.get(id);
  };
}
