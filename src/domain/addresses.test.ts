import { base58 } from '@scure/base';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHECKSUM_MISMATCH, namesWithArticle } from './address-check.ts';
import { checkAddress, networksOfAddress } from './addresses.ts';
import { encodeBase58Check } from './base58.ts';
import { checksummedEvmAddress } from './evm-address.ts';
import { networkFacts, networksOfScheme, withdrawalNetworks } from './networks.ts';
import { recordOf } from './record-of.ts';

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const SOLANA = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';

const hashes = fc.uint8Array({ minLength: 20, maxLength: 20 });
const evmAddresses = fc.stringMatching(/^[0-9a-f]{40}$/).map(checksummedEvmAddress);
const tronAddresses = hashes.map((hash) => encodeBase58Check(Uint8Array.of(0x41, ...hash)));

const BASE58 = Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');

describe('Tron addresses', () => {
  it('are accepted with their checksum', () => {
    fc.assert(
      fc.property(tronAddresses, (address) => {
        expect(checkAddress('trx', address)).toEqual({ ok: true, address });
      }),
    );
  });

  it('are refused with another version byte, though some of those begin with T as well', () => {
    const others = fc.nat({ max: 255 }).filter((version) => version !== 0x41);
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(0x40, 0x42), others), hashes, (version, hash) => {
        expect(checkAddress('trx', encodeBase58Check(Uint8Array.of(version, ...hash)))).toMatchObject({
          ok: false,
        });
      }),
    );
  });

  it('are refused with one character changed', () => {
    fc.assert(
      fc.property(
        tronAddresses,
        fc.integer({ min: 1, max: 33 }),
        fc.integer({ min: 1, max: 57 }),
        (address, at, by) => {
          const other = BASE58[(BASE58.indexOf(address.charAt(at)) + by) % 58] ?? '';
          const text = address.slice(0, at) + other + address.slice(at + 1);
          expect(checkAddress('trx', text)).toEqual({ ok: false, reason: CHECKSUM_MISMATCH });
        },
      ),
    );
  });

  it.each([
    [TRON.slice(0, -1), 'a Tron address has 34 characters, but this has 33'],
    [`${TRON}t`, 'a Tron address has 34 characters, but this has 35'],
    [TRON.replace('R', '0'), '“0” never occurs in a Tron address'],
    [TRON.replace('R', '\u200B'), 'the invisible character U+200B never occurs in a Tron address'],
    [TRON.replace('R', ' '), 'a space never occurs in a Tron address'],
    [TRON.toLowerCase(), 'a Tron address starts with T'],
    [
      '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
      'this is a Tron address in hexadecimal; use the form that starts with T',
    ],
  ])('are refused as %s: %s', (text, reason) => {
    expect(checkAddress('trx', text)).toEqual({ ok: false, reason });
  });
});

describe.each(networksOfScheme('evm'))('%s addresses', (network) => {
  it.each([
    // EIP-55: all capitals, all small, mixed.
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('accept the published spelling %s', (address) => {
    expect(checkAddress(network, address)).toEqual({ ok: true, address });
  });

  it('accept one case alone and spell it with the checksum', () => {
    fc.assert(
      fc.property(evmAddresses, (address) => {
        const hex = address.slice(2);
        for (const text of [address, `0x${hex.toLowerCase()}`, `0x${hex.toUpperCase()}`]) {
          expect(checkAddress(network, text)).toEqual({ ok: true, address });
        }
      }),
    );
  });

  it('refuse mixed case with any letter in the wrong case', () => {
    fc.assert(
      fc.property(evmAddresses, fc.integer({ min: 2, max: 41 }), (address, at) => {
        const letter = address.charAt(at);
        const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        const text = address.slice(0, at) + swapped + address.slice(at + 1);
        const isMixed = /[a-f]/.test(text) && /[A-F]/.test(text);
        fc.pre(swapped !== letter && isMixed);
        expect(checkAddress(network, text)).toMatchObject({ ok: false });
      }),
    );
  });

  it('refuse a changed digit in mixed case', () => {
    expect(checkAddress(network, ETHEREUM.replace('0x5', '0x6'))).toEqual({
      ok: false,
      reason: 'the upper and lower case doesn’t match the checksum; a character is wrong',
    });
  });

  it.each([
    ETHEREUM.slice(2),
    ETHEREUM.slice(0, -1),
    `${ETHEREUM}0`,
    ETHEREUM.replace('0x', '0X'),
    ETHEREUM.replace('A', 'g'),
    '0x',
    '0x１２３',
  ])('refuse %s', (text) => {
    expect(checkAddress(network, text)).toMatchObject({ ok: false });
  });
});

describe('Solana addresses', () => {
  it('are any 32 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 28, maxLength: 36 }), (bytes) => {
        const text = base58.encode(bytes);
        expect(checkAddress('sol', text).ok).toBe(bytes.length === 32);
      }),
    );
    expect(checkAddress('sol', SOLANA)).toEqual({ ok: true, address: SOLANA });
    expect(checkAddress('sol', '1'.repeat(32))).toEqual({ ok: true, address: '1'.repeat(32) });
  });

  it.each([
    [SOLANA.replace('E', 'O'), '“O” never occurs in a Solana address'],
    [`${SOLANA}1`, 'a Solana address has 32 to 44 characters, but this has 45'],
    ['1'.repeat(33), 'this isn’t a valid Solana address; a character is missing, extra or wrong'],
  ])('are refused as %s: %s', (text, reason) => {
    expect(checkAddress('sol', text)).toEqual({ ok: false, reason });
  });
});

describe('checkAddress', () => {
  const ofScheme = { tron: TRON, evm: ETHEREUM, bitcoin: BITCOIN, solana: SOLANA };
  const own = recordOf(withdrawalNetworks, (network) => ofScheme[networkFacts(network).scheme]);
  const evm = namesWithArticle(networksOfScheme('evm'));

  it('names all networks that an address may be on', () => {
    expect(namesWithArticle(['eth', 'bnb'])).toBe('an Ethereum or BNB Chain');
    expect(namesWithArticle(['trx', 'eth', 'btc'])).toBe('a Tron, Ethereum, or Bitcoin');
  });

  it.each([
    ['trx', ETHEREUM, `this is ${evm} address, not a Tron address`],
    ['eth', TRON, 'this is a Tron address, not an Ethereum address'],
    ['bnb', BITCOIN, 'this is a Bitcoin address, not a BNB Chain address'],
    ['btc', SOLANA, 'this is a Solana address, not a Bitcoin address'],
    ['sol', ETHEREUM, `this is ${evm} address, not a Solana address`],
    ['eth', `0x${'ab'.repeat(32)}`, 'this is a transaction ID, not an address'],
    ['trx', 'ab'.repeat(32), 'this is a transaction ID, not an address'],
    ['trx', '', 'enter an address'],
    ['trx', ' \n', 'enter an address'],
    ['trx', ` ${TRON}`, 'remove the spaces before and after it'],
    ['trx', `${TRON}\n`, 'remove the spaces before and after it'],
    ['trx', 'TR7NHq…jLj6t', 'this is shortened; copy the full text'],
    ['eth', '0x5aAeb6...BeAed', 'this is shortened; copy the full text'],
  ] as const)('on %s says of %j: %s', (network, text, reason) => {
    expect(checkAddress(network, text)).toEqual({ ok: false, reason });
  });

  it('refuses a huge text without reading it', () => {
    const refused = { ok: false, reason: 'the text is too long for an address' };
    for (const network of withdrawalNetworks) expect(checkAddress(network, 'x'.repeat(1e6))).toEqual(refused);
    expect(networksOfAddress('1'.repeat(1e6))).toEqual([]);
  });

  it('accepts on each network its own addresses only', () => {
    for (const network of withdrawalNetworks) {
      const expected = withdrawalNetworks.filter((other) => own[other] === own[network]);
      expect(networksOfAddress(own[network])).toEqual(expected);
    }
  });

  it('gives a canonical spelling that it accepts unchanged', () => {
    for (const network of withdrawalNetworks) {
      expect(checkAddress(network, own[network])).toEqual({ ok: true, address: own[network] });
    }
  });

  it('gives a reason, and never throws, whatever the text', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc
        .constantFrom(...Object.values(own))
        .chain((address) =>
          fc
            .tuple(fc.nat({ max: address.length }), fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }))
            .map(([at, inserted]) => address.slice(0, at) + inserted + address.slice(at)),
        ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...withdrawalNetworks), texts, (network, text) => {
        const check = checkAddress(network, text);
        const words = check.ok ? 'an address' : check.reason;
        expect(words).toMatch(/^(?:a|an|the|this|there|enter|remove|“.+”) /u);
      }),
      { numRuns: 2000 },
    );
  });
});
