import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginningOf, compareCharacters, isLookAlike, isSameAddress, lookAlikesOf } from './look-alike.ts';

const paid = '0xabcdef0000000000000000000000000000123456';
const twin = '0xabcdef1111111111111111111111111111123456';

describe('a look-alike', () => {
  it.each([
    ['the same first and last six characters', twin],
    ['the same first and last four behind the prefix', '0xabcd110000000000000000000000000000113456'],
    ['the same in another case', '0xABCDEF1111111111111111111111111111123456'],
  ])('has %s', (_, other) => {
    expect(isLookAlike(paid, other)).toBe(true);
    expect(isLookAlike(other, paid)).toBe(true);
  });

  it.each([
    ['the address itself', paid],
    ['its checksummed spelling', `0x${paid.slice(2).toUpperCase()}`],
    ['one that only begins the same', '0xabcdef1111111111111111111111111111111111'],
    ['one that only ends the same', '0x1111111111111111111111111111111111123456'],
    ['one of which only the prefix and two more are the same', '0xab11110000000000000000000000000000123456'],
  ])('is not %s', (_, other) => {
    expect(isLookAlike(paid, other)).toBe(false);
  });

  it('is distinguished from the address of networks whose letters differ by case', () => {
    const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    expect(isLookAlike(tron, 'TJRabPqqqZy45sbavfcjinPJC18kjpRTv8')).toBe(true);
    expect(isLookAlike(tron, 'TjRaBPqqqZy45sbavfcjinPJC18kjpRtv8')).toBe(true);
    expect(isSameAddress(tron, tron.toLowerCase())).toBe(false);
  });

  it('is found among known addresses, each once, with what is known of it', () => {
    const known = [
      { address: paid, name: 'itself' },
      { address: twin, name: 'first' },
      { address: twin, name: 'again' },
      { address: '0x1111111111111111111111111111111111123456', name: 'other' },
    ];
    expect(lookAlikesOf(paid, known)).toEqual([{ address: twin, name: 'first' }]);
  });

  it('begins with what look-alikes are searched by', () => {
    expect(beginningOf(paid)).toBe('0xabcd');
    expect(beginningOf('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')).toBe('TJRab');
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{28}$/), (middle) => {
        const other = `0xabcd${middle}11113456`;
        fc.pre(other !== paid);
        expect(isLookAlike(paid, other)).toBe(other.toLowerCase().startsWith(beginningOf(paid)));
      }),
    );
  });
});

/** The characters of `a`, those that differ replaced. */
const marks = (a: string, b: string) =>
  compareCharacters(a, b)
    .map(({ character, isSame }) => (isSame ? character : '*'))
    .join('');

describe('the comparison of two addresses', () => {
  it('marks each character that differs, case included', () => {
    expect(marks('abcdEFgh', 'abXdefgh')).toBe('ab*d**gh');
    expect(marks(paid, paid)).toBe(paid);
    expect(marks('0xaBcD', '0xAbcE')).toBe('0xaBc*');
  });

  it('counts from the nearer end where one is longer', () => {
    expect(marks('abcdefgh', 'abcdXefgh')).toBe('abcdefgh');
    expect(marks('abcdXefgh', 'abcdefgh')).toBe('abcd*efgh');
  });

  it('loses no character', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(
          compareCharacters(a, b)
            .map(({ character }) => character)
            .join(''),
        ).toBe(a);
      }),
    );
  });
});
