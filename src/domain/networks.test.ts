import { expect, it } from 'vitest';
import {
  amlNetworks,
  currenciesOf,
  decimalsOf,
  isCurrency,
  isNetwork,
  type Network,
  namesOf,
  networkNamed,
  networks,
  walletNetworks,
  withdrawalNetworks,
} from './networks.ts';

it('describes every network under its own code, the native currency included', () => {
  for (const network of withdrawalNetworks) {
    expect(networks[network].code).toBe(network);
    expect(currenciesOf(network)).toContain(networks[network].nativeCurrency);
  }
});

const published = ['trx', 'eth', 'bnb', 'btc', 'sol'] as const;

it('carries the published networks in their order, under their published names', () => {
  const ofThem = (all: readonly Network[]) =>
    all.filter((network) => published.some((one) => one === network));
  expect(ofThem(walletNetworks)).toEqual(['trx', 'eth', 'bnb', 'btc']);
  expect(ofThem(amlNetworks)).toEqual(['trx', 'eth', 'btc', 'bnb']);
  expect(ofThem(withdrawalNetworks)).toEqual(published);
  const standards = published.map((network) => networks[network].standard);
  expect(standards).toEqual(['TRC20', 'ERC20', 'BEP20', 'BTC', 'SPL']);
});

it('knows that the same token has other decimals on another network', () => {
  expect(published.map((network) => decimalsOf(network, 'USDT'))).toEqual([6, 6, 18, undefined, 6]);
  expect(decimalsOf('eth', 'ETH')).toBe(18);
  expect(decimalsOf('btc', 'BTC')).toBe(8);
  expect(decimalsOf('sol', 'SOL')).toBe(9);
  expect(decimalsOf('trx', 'TRX')).toBe(6);
  expect(decimalsOf('trx', 'ETH')).toBeUndefined();
});

it('treats inherited and unknown names as neither networks nor currencies', () => {
  for (const text of ['', 'TRX', 'toString', '__proto__', 'constructor']) expect(isNetwork(text)).toBe(false);
  for (const text of ['', 'usdt', 'toString', '__proto__']) {
    expect(isCurrency(text)).toBe(false);
    expect(decimalsOf('trx', text)).toBeUndefined();
  }
  expect(isNetwork('trx') && isCurrency('USDT')).toBe(true);
});

it.each([
  ['eth', 'eth'],
  [' ETH ', 'eth'],
  ['Ethereum', 'eth'],
  ['ERC20', 'eth'],
  ['bnb chain', 'bnb'],
  ['BSC', 'bnb'],
  ['doge', undefined],
  ['', undefined],
])('knows that “%s” names the network %s', (text, network) => {
  expect(networkNamed(text)).toBe(network);
});

it('has one network for each name', () => {
  const names = withdrawalNetworks.flatMap((network) => Array.from(new Set(namesOf(network))));
  expect(new Set(names).size).toBe(names.length);
});
