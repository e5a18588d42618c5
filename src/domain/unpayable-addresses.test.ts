import { describe, expect, it } from 'vitest';
import { checkAddress } from './addresses.ts';
import { currenciesOf, type Network, networkFacts, withdrawalNetworks } from './networks.ts';
import { knownUnpayable, whyUnpayable } from './unpayable-addresses.ts';

const listed = withdrawalNetworks.flatMap((network) =>
  Object.entries(knownUnpayable[network]).flatMap(([kind, addresses]) =>
    Object.keys(addresses).map((address) => ({ network, kind, address })),
  ),
);

it.each(listed)('lists $address of $network as $kind in its canonical spelling, checksum included', (one) => {
  const { network, address } = one;
  expect(checkAddress(network, address)).toEqual({ ok: true, address });
  expect(whyUnpayable(network, address)).toMatch(/^This .*\.$/);
});

it('refuses the contract of every token that is held on a network', () => {
  for (const network of withdrawalNetworks) {
    const { nativeCurrency } = networkFacts(network);
    const contracts = Object.values(knownUnpayable[network].token);
    const held = currenciesOf(network).filter((currency) => currency !== nativeCurrency);
    expect(contracts).toEqual(expect.arrayContaining(held));
  }
});

describe('refuses', () => {
  it.each<[Network, string, RegExp]>([
    ['trx', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', /contract of the token USDT/],
    ['eth', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', /contract of the token USDC/],
    ['bnb', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', /contract of the token WBNB/],
    ['sol', 'So11111111111111111111111111111111111111112', /contract of the token wrapped SOL/],
    ['eth', '0x0000000000000000000000000000000000000000', /burn address/],
    ['bnb', '0x000000000000000000000000000000000000dEaD', /burn address/],
    ['trx', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', /burn address/],
    ['trx', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', /burn address/],
    ['btc', '1BitcoinEaterAddressDontSendf59kuE', /burn address/],
    ['sol', '1nc1nerator11111111111111111111111111111111', /burn address/],
    ['sol', '11111111111111111111111111111111', /belongs to Solana itself \(System program\)/],
    ['eth', '0x0000000000000000000000000000000000000001', /belongs to Ethereum itself/],
    ['eth', '0x0000000000000000000000000000000000000011', /belongs to Ethereum itself/],
    ['bnb', '0x0000000000000000000000000000000000001004', /belongs to BNB Chain itself/],
    // 0xdEaD in Tron’s spelling.
    ['trx', 'T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY', /burn address/],
  ])('on %s: %s', (network, address, words) => {
    expect(whyUnpayable(network, address)).toMatch(words);
  });
});

it('says nothing about ordinary addresses', () => {
  expect(whyUnpayable('eth', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBeUndefined();
  expect(whyUnpayable('trx', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7')).toBeUndefined();
  expect(whyUnpayable('btc', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBeUndefined();
  // A token’s contract on another network may be anyone’s address: nothing is known of it.
  expect(whyUnpayable('bnb', '0xdAC17F958D2ee523a2206206994597C13D831ec7')).toBeUndefined();
});
