import { HDKey } from '@scure/bip32';
import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { checkAddress } from './addresses.ts';
import { accountPath, counterNetwork, deriveAddress, extendedPublicKey } from './hd.ts';
import { walletNetworks, type WalletNetwork } from './networks.ts';
import { bitcoinSegwitAddress, evmAddress, tronAddress } from './public-key-addresses.ts';

const ABANDON = `${'abandon '.repeat(11)}about`;
const JUNK = `${'test '.repeat(11)}junk`;
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

const keys = new Map(walletNetworks.map((network) => [network, extendedPublicKey(ABANDON, network)]));

function addressesOf(network: WalletNetwork, phrase: string, count: number): string[] {
  const key = extendedPublicKey(phrase, network);
  return Array.from({ length: count }, (_, index) => deriveAddress(network, key, index));
}

describe('derivation', () => {
  it('gives the account key and the receiving addresses of BIP-84', () => {
    expect(keys.get('btc')).toBe(ZPUB);
    expect(addressesOf('btc', ABANDON, 2)).toEqual([
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    ]);
  });

  it('gives the published BIP-44 addresses on Ethereum and Tron', () => {
    expect(addressesOf('eth', ABANDON, 1)).toEqual(['0x9858EfFD232B4033E47d90003D41EC34EcaEda94']);
    expect(addressesOf('eth', JUNK, 2)).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    ]);
    expect(addressesOf('trx', ABANDON, 3)).toEqual([
      'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
      'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK',
      'TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx',
    ]);
  });

  it('gives BNB Chain the path of Ethereum, where wallet apps look, and one counter to both', () => {
    expect(addressesOf('bnb', JUNK, 5)).toEqual(addressesOf('eth', JUNK, 5));
    expect(accountPath('bnb')).toBe("m/44'/60'/0'");
    expect((['trx', 'eth', 'bnb', 'btc'] as const).map(counterNetwork)).toEqual(['trx', 'eth', 'eth', 'btc']);
  });

  it.each(walletNetworks)(
    'gives distinct addresses on %s that the address rules accept unchanged',
    (network) => {
      const addresses = addressesOf(network, JUNK, 20);
      expect(new Set(addresses).size).toBe(20);
      for (const address of addresses) expect(checkAddress(network, address)).toEqual({ ok: true, address });
    },
  );

  it('hands out public keys only', () => {
    for (const [network, key] of keys) expect(key).toMatch(network === 'btc' ? /^zpub/ : /^xpub/);
  });

  it.each([-1, 0.5, 2 ** 31, Number.NaN, Infinity])('refuses the index %s', (index) => {
    expect(() => deriveAddress('btc', ZPUB, index)).toThrow(RangeError);
  });

  it('derives up to the last index', () => {
    expect(checkAddress('btc', deriveAddress('btc', ZPUB, 2 ** 31 - 1)).ok).toBe(true);
  });

  it('refuses a damaged key, a key of another kind and a private key, and repeats none of them', () => {
    const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(7));
    const texts = ['', 'xpub', `${ZPUB.slice(0, -1)}a`, keys.get('eth') ?? '', master.privateExtendedKey];
    for (const text of texts) expect(() => deriveAddress('btc', text, 0)).toThrow(RangeError);
    expect(() => deriveAddress('eth', master.privateExtendedKey, 0)).toThrow(
      /^This is a private key: give the extended public key\.$/,
    );
  });

  it.each(['', 'abandon', `${'abandon '.repeat(11)}abandon`, ABANDON.toUpperCase(), `${ABANDON} about`])(
    'refuses the recovery phrase %j',
    (phrase) => {
      expect(() => extendedPublicKey(phrase, 'btc')).toThrow(
        new RangeError('The recovery phrase is not valid.'),
      );
    },
  );
});

describe('addresses of public keys', () => {
  // The generator point, whose private key is 1.
  const compressed = hexToBytes('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798');
  const whole = hexToBytes(
    '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8',
  );

  it('are the same for both forms of the key, and the published ones', () => {
    for (const key of [compressed, whole]) {
      expect(bitcoinSegwitAddress(key)).toBe('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
      expect(evmAddress(key)).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf');
      expect(tronAddress(key)).toBe('TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC');
    }
  });

  it.each([
    new Uint8Array(0),
    new Uint8Array(33),
    Uint8Array.of(2, ...new Uint8Array(32).fill(255)),
    compressed.subarray(1),
  ])('are not made of bytes that aren’t a key (%#)', (bytes) => {
    for (const addressOf of [tronAddress, evmAddress, bitcoinSegwitAddress]) {
      expect(() => addressOf(bytes)).toThrow(Error);
    }
  });
});
