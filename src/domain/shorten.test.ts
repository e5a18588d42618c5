import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortenMiddle } from './shorten.ts';

it.each([
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7NHqj…gjLj6t'],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x5aAeb6…1BeAed'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qw508d6…v8f3t4'],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'BC1QW508D6…V8F3T4'],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1e…DivfNa'],
  ['4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b', '4a5e1e…eda33b'],
  ['1a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b', '1a5e1e…eda33b'],
])('shortens %s without counting its fixed prefix', (text, short) => {
  expect(shortenMiddle(text)).toBe(short);
});

it.each([
  '',
  'Exchange',
  'Transfer between own wallets, main account',
  'TR7NHqj…gjLj6t',
  '0x5aAe...BeAed',
  '0x12345678901234',
])('leaves %j as it is', (text) => {
  expect(shortenMiddle(text)).toBe(text);
});

it('keeps six characters that differ at either end, and never makes a text longer', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('T', '0x', 'bc1q', ''),
      fc.stringMatching(/^[4-9a-f]{0,80}$/),
      (prefix, rest) => {
        const text = prefix + rest;
        const short = shortenMiddle(text);
        expect(short.length).toBeLessThanOrEqual(text.length);
        expect(short.startsWith(prefix + rest.slice(0, 6))).toBe(true);
        expect(short.endsWith(rest.slice(-6))).toBe(true);
        expect(shortenMiddle(short)).toBe(short);
      },
    ),
  );
});
