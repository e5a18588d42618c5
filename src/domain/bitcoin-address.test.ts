import * as fc from 'fast-check';
import { bech32, bech32m } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { CHECKSUM_MISMATCH } from './address-check.ts';
import { encodeBase58Check } from './base58.ts';
import { checkBitcoinAddress } from './bitcoin-address.ts';

const TEST_NETWORK = 'this is a Bitcoin testnet address; you can’t send funds to it';
const WRONG_KIND = 'the checksum type doesn’t match this Bitcoin address version';
const WRONG_LENGTH = 'the length doesn’t match this Bitcoin address version';
const NO_VERSION = 'this Bitcoin address version doesn’t exist';

describe('segregated witness addresses', () => {
  it.each([
    // BIP-350, the vectors of the main network.
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    'BC1SW50QGDZ25J',
    'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    // BIP-173, the examples of the main network.
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  ])('accepts %s and spells it in lower case', (text) => {
    expect(checkBitcoinAddress(text)).toEqual({ ok: true, address: text.toLowerCase() });
  });

  it.each([
    // BIP-350 and BIP-173, valid vectors of the test network.
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    // BIP-350, invalid vectors.
    'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
    'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
    // BIP-173, invalid vectors.
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv',
  ])('says that %s belongs to a test network', (text) => {
    expect(checkBitcoinAddress(text)).toEqual({ ok: false, reason: TEST_NETWORK });
  });

  it.each([
    // BIP-350, invalid vectors.
    [
      'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
      'a Bitcoin address starts with bc1, 1 or 3',
    ],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', WRONG_KIND],
    ['BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', WRONG_KIND],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', WRONG_KIND],
    [
      'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
      '“o” never occurs in a Bitcoin address after bc1',
    ],
    ['BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', NO_VERSION],
    ['bc1pw5dgrnzv', WRONG_LENGTH],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav', WRONG_LENGTH],
    ['BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', WRONG_LENGTH],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', WRONG_LENGTH],
    ['bc1gmk9yu', NO_VERSION],
    // BIP-173, invalid vectors.
    ['tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty', 'a Bitcoin address starts with bc1, 1 or 3'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', CHECKSUM_MISMATCH],
    ['BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2', NO_VERSION],
    ['bc1rw5uspcuh', WRONG_KIND],
    ['bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90', WRONG_KIND],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du', WRONG_KIND],
    // BIP-173, valid until BIP-350 gave version 1 and later another checksum.
    ['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx', WRONG_KIND],
    ['BC1SW50QA3JX3S', WRONG_KIND],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj', WRONG_KIND],
  ])('refuses %s: %s', (text, reason) => {
    expect(checkBitcoinAddress(text)).toEqual({ ok: false, reason });
  });

  it('refuses mixed case', () => {
    expect(checkBitcoinAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8F3T4')).toMatchObject({ ok: false });
    expect(checkBitcoinAddress('BC1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toMatchObject({ ok: false });
  });

  it('accepts exactly the versions and lengths that can be paid to', () => {
    const programs = fc.uint8Array({ minLength: 0, maxLength: 44 });
    fc.assert(
      fc.property(fc.nat({ max: 31 }), programs, (version, program) => {
        const codec = version === 0 ? bech32 : bech32m;
        const text = codec.encode('bc', [version, ...codec.toWords(program)]);
        const isPayable =
          version <= 16 &&
          (version === 0 ? [20, 32].includes(program.length) : program.length >= 2 && program.length <= 40);
        expect(checkBitcoinAddress(text).ok).toBe(isPayable);
        expect(checkBitcoinAddress(text.toUpperCase()).ok).toBe(isPayable);
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses any change of up to four characters, as the checksum guarantees', () => {
    const characters = Array.from('qpzry9x8gf2tvdw0s3jn54khce6mua7l');
    const changes = fc.uniqueArray(
      fc.tuple(fc.integer({ min: 4, max: 41 }), fc.integer({ min: 1, max: 31 })),
      {
        minLength: 1,
        maxLength: 4,
        selector: ([at]) => at,
      },
    );
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), changes, (program, places) => {
        const text = Array.from(bech32.encode('bc', [0, ...bech32.toWords(program)]));
        for (const [at, by] of places) {
          text[at] = characters[(characters.indexOf(text[at] ?? '') + by) % 32] ?? '';
        }
        expect(checkBitcoinAddress(text.join(''))).toEqual({ ok: false, reason: CHECKSUM_MISMATCH });
      }),
    );
  });
});

describe('base58check addresses', () => {
  it.each([
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    '1111111111111111111114oLvT2',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  ])('accepts %s', (text) => {
    expect(checkBitcoinAddress(text)).toEqual({ ok: true, address: text });
  });

  it('accepts both published versions, recognizes the test network, and refuses all others', () => {
    fc.assert(
      fc.property(fc.nat({ max: 255 }), fc.uint8Array({ minLength: 20, maxLength: 20 }), (version, hash) => {
        const check = checkBitcoinAddress(encodeBase58Check(Uint8Array.of(version, ...hash)));
        expect(check.ok).toBe(version === 0x00 || version === 0x05);
        expect(!check.ok && check.reason === TEST_NETWORK).toBe(version === 0x6f || version === 0xc4);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', CHECKSUM_MISMATCH],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf0a', '“0” never occurs in a Bitcoin address that starts with 1 or 3'],
    [
      '1A1zP1eP5QGefi2DMPTfTL5',
      'a Bitcoin address that starts with 1 or 3 has 26 to 35 characters, but this has 23',
    ],
    ['hello', 'a Bitcoin address starts with bc1, 1 or 3'],
  ])('refuses %s: %s', (text, reason) => {
    expect(checkBitcoinAddress(text)).toEqual({ ok: false, reason });
  });

  it('are not sought in a text that is too long', () => {
    for (const prefix of ['1', 'bc1']) {
      expect(checkBitcoinAddress(prefix.padEnd(1e6, '1'))).toEqual({
        ok: false,
        reason: 'the text is too long for a Bitcoin address',
      });
    }
  });
});
