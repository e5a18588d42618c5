import { expect, it } from 'vitest';
import { serverFactsOf, walletNetworks } from '#domain/networks.ts';
import { entities } from './entities.ts';

it.each(walletNetworks)(
  'has the owners that the file of %s names, one of each standing at least',
  (network) => {
    const there = serverFactsOf(network).sandbox.entities.map((name) =>
      entities.find((one) => one.name === name),
    );
    expect(there).not.toContain(undefined);
    expect(new Set(there.map((one) => one?.standing))).toEqual(
      new Set(entities.map(({ standing }) => standing)),
    );
  },
);
