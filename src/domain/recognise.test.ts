import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { networksOfScheme } from './networks.ts';
import { recognise } from './recognise.ts';
import { checkTransactionId } from './transaction-ids.ts';

const HASH = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
const SIGNATURE = base58.encode(new Uint8Array(64).fill(200));
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const evmNetworks = networksOfScheme('evm');

describe('recognise', () => {
  it.each([
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', ['address trx']],
    [ETHEREUM, evmNetworks.map((network) => `address ${network}`)],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ['address btc']],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', ['address btc']],
    ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', ['address sol']],
    [HASH, ['transaction trx', 'transaction btc']],
    [`0x${HASH}`, evmNetworks.map((network) => `transaction ${network}`)],
    [SIGNATURE, ['transaction sol']],
  ])('names what %s may be', (text, expected) => {
    const recognition = recognise(text);
    expect(recognition.ok && recognition.candidates.map(({ kind, network }) => `${kind} ${network}`)).toEqual(
      expected,
    );
  });

  it('refuses a huge text without reading it', () => {
    const reason = 'the text is too long for an address or a transaction ID';
    expect(recognise('0x'.padEnd(1e6, 'f'))).toEqual({ ok: false, reason });
  });

  it('trims what was pasted and returns the canonical spelling', () => {
    expect(recognise(`\n\t ${ETHEREUM.toLowerCase()} \u00A0`)).toEqual({
      ok: true,
      candidates: evmNetworks.map((network) => ({ kind: 'address', network, value: ETHEREUM })),
    });
    expect(recognise(HASH.toUpperCase())).toMatchObject({ candidates: [{ value: HASH }, { value: HASH }] });
  });

  it.each([
    ['', 'enter an address or a transaction ID'],
    [' ', 'enter an address or a transaction ID'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6s', 'the checksum doesn’t match; a character is wrong'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', 'a Tron address has 34 characters, but this has 33'],
    ['TR7NHq…jLj6t', 'this is shortened; copy the full text'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'the checksum doesn’t match; a character is wrong'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'the checksum doesn’t match; a character is wrong'],
    [
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      'this is a Bitcoin testnet address; you can’t send funds to it',
    ],
    [`${ETHEREUM}0`, 'an Ethereum address has 42 characters, but this has 43'],
    [ETHEREUM.slice(2), 'an Ethereum address starts with 0x'],
    [`0x${HASH.slice(1)}`, 'an Ethereum transaction ID has 64 digits after 0x, but this has 63'],
    [HASH.slice(1), 'a Tron transaction ID has 64 digits, but this has 63'],
    [`${SIGNATURE}22`, 'a Solana transaction ID has 64 bytes, about 88 characters'],
    ['z'.repeat(40), 'this isn’t a valid Solana address; a character is missing, extra or wrong'],
    ['hello world', 'not a valid address or transaction ID'],
    ['<script>alert(1)</script>', 'not a valid address or transaction ID'],
  ])('says what is wrong with %s', (text, reason) => {
    expect(recognise(text)).toEqual({ ok: false, reason });
  });
});

describe('checkTransactionId', () => {
  it.each([
    ['trx', `0x${HASH}`, 'a Tron transaction ID doesn’t start with 0x'],
    ['btc', `0x${HASH}`, 'a Bitcoin transaction ID doesn’t start with 0x'],
    ['eth', HASH, 'an Ethereum transaction ID starts with 0x'],
    ['bnb', HASH, 'a BNB Chain transaction ID starts with 0x'],
    ['trx', HASH.replace('f', 'g'), '“g” can’t be part of a Tron transaction ID'],
    ['sol', HASH.replace('f', '0'), '“0” can’t be part of a Solana transaction ID'],
    ['trx', '', 'a Tron transaction ID has 64 digits, but this has 0'],
  ] as const)('on %s says of %s: %s', (network, text, reason) => {
    expect(checkTransactionId(network, text)).toEqual({ ok: false, reason });
  });

  it('takes signatures of exactly 64 bytes, leading zeros included', () => {
    for (const length of [63, 64, 65]) {
      expect(checkTransactionId('sol', base58.encode(new Uint8Array(length).fill(9))).ok).toBe(length === 64);
      expect(checkTransactionId('sol', base58.encode(new Uint8Array(length))).ok).toBe(length === 64);
    }
  });
});
