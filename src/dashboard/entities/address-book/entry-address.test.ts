import { describe, expect, it } from 'vitest';
import { namesWithArticle } from '#domain/address-check.ts';
import { networksOfScheme } from '#domain/networks.ts';
import { parseTypedAddress } from './entry-address.ts';

const eth = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const evmNetworks = networksOfScheme('evm');

describe('an address as it is typed', () => {
  it.each([
    ['eth', ' ', { state: 'empty' }],
    ['eth', ` ${eth.toLowerCase()} `, { state: 'valid', address: eth }],
    ['bnb', eth, { state: 'valid', address: eth }],
    [
      'trx',
      eth,
      {
        state: 'elsewhere',
        reason: `this is ${namesWithArticle(evmNetworks)} address, not a Tron address`,
        networks: evmNetworks,
      },
    ],
    ['eth', eth.replace('5aA', '5AA'), { state: 'invalid', reason: expect.stringContaining('checksum') }],
    ['eth', '0x5a', { state: 'invalid', reason: expect.stringContaining('42 characters') }],
  ])('on %s, “%s” is recognized for what it is', (network, text, expected) => {
    expect(parseTypedAddress(network, text)).toEqual(expected);
  });
});
