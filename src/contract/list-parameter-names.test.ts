import { expect, it } from 'vitest';
import { commonParameterNames } from './list-parameter-names.ts';
import { walletServiceOperations } from './wallet-service/operations.ts';

const lists = walletServiceOperations.filter(({ rows }) => rows !== undefined);

it.each(lists.map((list) => [list.id, list] as const))(
  'suggests no name for a parameter of %s that is another parameter there, or that two parameters share',
  (_id, { query }) => {
    const own = Object.keys(query?.shape ?? {});
    const suggested = Object.entries(commonParameterNames)
      .filter(([name]) => own.includes(name))
      .flatMap(([, others]): readonly string[] => others);
    expect(suggested.filter((name) => own.includes(name))).toEqual([]);
    expect(suggested.filter((name, at) => suggested.indexOf(name) !== at)).toEqual([]);
  },
);
