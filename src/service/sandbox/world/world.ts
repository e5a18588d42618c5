import {
  isWalletNetwork,
  serverFactsOf,
  type Network,
  type WalletNetwork,
  walletNetworks,
  withdrawalNetworks,
} from '#domain/networks.ts';
import { recordOf } from '#domain/record-of.ts';
import type { Random } from '../random.ts';
import { entities, type Entity, type Standing } from './entities.ts';
import type { OutsideAddresses } from './outside-addresses.ts';

/** An address that a label says the owner of. */
export type Labelled = { network: WalletNetwork; address: string; entity: Entity };

/** `distant`: clean, but farther away than screening looks; `unknown`: nothing says where the funds are from. */
export type CustomerStanding = Standing | 'distant' | 'unknown';

/** An outsider without a label who pays the account or is paid by it. */
export type Customer = {
  network: WalletNetwork;
  address: string;
  standing: CustomerStanding;
  /** The source of its funds, always the same. */
  sources: readonly Source[];
};

/** Funds that reach a customer from a labelled address by way of others. */
type Source = { from: Labelled; by: readonly string[]; weight: number };

export type World = {
  labelled: readonly Labelled[];
  labelledOn: (network: WalletNetwork, standing: Standing) => readonly Labelled[];
  customersOn: (network: WalletNetwork) => readonly Customer[];
  /** Addresses of outsiders: customers, or strangers on networks that wallets don't live on. */
  outsidersOn: (network: Network) => readonly string[];
};

/** One round: an entity of each kind. */
const leastCustomers = 50;
const leastRelays = 8;
const strangerCount = 14;
const addressesOfExchange = 2;

/** Which of fifty customers are not clean. In rotation and not by chance: each kind is on every network. */
const exceptions = new Map<number, CustomerStanding>([
  ...[2, 9, 13, 21, 28, 34, 41, 47].map((turn) => [turn, 'mixed'] as const),
  ...[5, 24, 38].map((turn) => [turn, 'risky'] as const),
  ...[11, 30].map((turn) => [turn, 'dirty'] as const),
  [17, 'distant'],
  ...[7, 26, 44].map((turn) => [turn, 'unknown'] as const),
]);

/** What each kind of customer lives on: the standing of a source, its weight, and over how many addresses. */
const livings: Record<CustomerStanding, readonly (readonly [Standing, number, readonly [number, number]])[]> =
  {
    clean: [
      ['clean', 70, [0, 1]],
      ['clean', 30, [0, 2]],
    ],
    mixed: [
      ['clean', 50, [0, 1]],
      ['mixed', 35, [0, 2]],
      ['mixed', 15, [0, 1]],
    ],
    risky: [
      ['clean', 40, [0, 1]],
      ['risky', 45, [1, 3]],
      ['mixed', 15, [0, 1]],
    ],
    dirty: [
      ['dirty', 65, [0, 3]],
      ['clean', 35, [0, 1]],
    ],
    distant: [['clean', 100, [8, 8]]],
    unknown: [],
  };

/** Everybody whom the account deals with, and whom they deal with. `scale` 1 makes a world for a year. */
export function makeWorld(random: Random, newAddress: OutsideAddresses, scale: number): World {
  const labelled = entities.flatMap((entity) =>
    networksWith(entity).flatMap((network) =>
      Array.from({ length: entity.category === 'exchange' ? addressesOfExchange : 1 }, () => ({
        network,
        address: newAddress(network),
        entity,
      })),
    ),
  );
  const places = new Map<string, Labelled[]>();
  for (const place of labelled) {
    const key = `${place.network}/${place.entity.standing}`;
    places.set(key, [...(places.get(key) ?? []), place]);
  }
  const labelledOn = (network: WalletNetwork, standing: Standing) =>
    places.get(`${network}/${standing}`) ?? [];

  const customers = new Map<WalletNetwork, Customer[]>();
  for (const network of walletNetworks) {
    const relays = makeRelays(newAddress, network, scale);
    const count = Math.max(leastCustomers, Math.round(serverFactsOf(network).sandbox.customers * scale));
    const made = Array.from({ length: count }, (_, i): Customer => {
      const standing = exceptions.get(i % 50) ?? 'clean';
      const sources = livings[standing].flatMap(([kind, weight, hops]) => {
        const from = random.weighted(labelledOn(network, kind), ({ entity }) => entity.weight);
        return from
          ? [{ from, weight, by: route(random, relays[standing === 'distant' ? standing : kind], hops) }]
          : [];
      });
      return { network, address: newAddress(network), standing, sources };
    });
    customers.set(network, made);
  }
  const customersOn = (network: WalletNetwork) => customers.get(network) ?? [];
  const outsiders = recordOf(withdrawalNetworks, (network) =>
    isWalletNetwork(network)
      ? customersOn(network).map(({ address }) => address)
      : Array.from({ length: strangerCount }, () => newAddress(network)),
  );
  return { labelled, labelledOn, customersOn, outsidersOn: (network) => outsiders[network] };
}

function networksWith({ name }: Entity): WalletNetwork[] {
  return walletNetworks.filter((network) => serverFactsOf(network).sandbox.entities.includes(name));
}

/** Those that pass on clean funds pass on no others, so that a clean history stays one. */
function makeRelays(
  newAddress: OutsideAddresses,
  network: WalletNetwork,
  scale: number,
): Record<Standing | 'distant', readonly string[]> {
  const some = (share: number) =>
    Array.from(
      { length: Math.max(leastRelays, Math.round(serverFactsOf(network).sandbox.relays * share * scale)) },
      () => newAddress(network),
    );
  const dark = some(0.8);
  return { clean: some(1), mixed: some(0.5), risky: dark, dirty: dark, distant: some(0) };
}

/** Relays in their order, so that no funds go round in circles. */
function route(
  random: Random,
  relays: readonly string[],
  [least, most]: readonly [number, number],
): string[] {
  const hops = least + random.integer(most - least + 1);
  const places = new Set<number>();
  while (places.size < hops) places.add(random.integer(relays.length));
  return [...places].sort((a, b) => a - b).map((place) => relays[place] ?? '');
}
