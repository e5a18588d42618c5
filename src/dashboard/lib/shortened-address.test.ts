import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { shortenMiddle } from '#domain/shorten.ts';
import { isShortened, shortenApart, wholeOf } from './shortened-address.ts';

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const alike = 'TR7NHqjXXXXXXXXXXXXXXXXXXXXXgjLj6t';

describe('an address that a provider shortened', () => {
  it.each(['TR7NHqj…gjLj6t', '0x5aAe...BeAed', '0x5aAe****BeAed'])('is known: %s', (text) => {
    expect(isShortened(text)).toBe(true);
  });

  it.each([usdt, 'exchange', '', undefined])('is not recognized as one: %s', (text) => {
    expect(isShortened(text)).toBe(false);
  });

  it('is completed by the one address that begins and ends like it', () => {
    expect(
      wholeOf('TR7NHqj…gjLj6t', [undefined, null, 'exchange', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', usdt]),
    ).toBe(usdt);
    expect(wholeOf('TR7NHqj…gjLj6t', [usdt, usdt])).toBe(usdt);
  });

  it('stays as it is where two different ones fit: one of them may be made to look like the other', () => {
    expect(wholeOf('TR7NHqj…gjLj6t', [usdt, alike])).toBeUndefined();
  });

  it('is not completed by another shortened form, or by what only begins or ends like it', () => {
    expect(wholeOf('TR7NHqj…gjLj6t', ['TR7NHqje…SzgjLj6t'])).toBeUndefined();
    expect(wholeOf('TR7NHqj…gjLj6u', [usdt])).toBeUndefined();
    expect(wholeOf('TR7NHqk…gjLj6t', [usdt])).toBeUndefined();
  });

  it('minds the case, except for that of hexadecimal digits', () => {
    const whole = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    expect(wholeOf('0x5aaeb6…1beaed', [whole])).toBe(whole);
    expect(wholeOf('tr7nhqj…gjlj6t', [usdt])).toBeUndefined();
  });

  it('is not made of two parts that overlap', () => {
    expect(wholeOf('TR7NHqjeKQxGTCi8q8ZY4pL8…q8ZY4pL8otSzgjLj6t', [usdt])).toBeUndefined();
  });
});

const one = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('addresses on one page', () => {
  it('show the one character in the middle that makes them different', () => {
    const other = '0x5aAeb6053F3E94C9b9A09f33669435E8Ef1BeAed';
    expect([...shortenApart([one, other])]).toEqual([
      [one, '0x5aAeb6…7Ef…1BeAed'],
      [other, '0x5aAeb6…8Ef…1BeAed'],
    ]);
  });

  it('show as much as it takes to tell three apart', () => {
    const forms = shortenApart([
      one,
      '0x5aAeb6053F3E94D9b9A09f33669435E7Ef1BeAed',
      '0x5aAeb6053F3E94C9b9A19f33669435E7Ef1BeAed',
    ]);
    expect([...forms.values()]).toEqual([
      '0x5aAeb6…C9b9A0…1BeAed',
      '0x5aAeb6…D9b9A0…1BeAed',
      '0x5aAeb6…C9b9A1…1BeAed',
    ]);
  });

  it('join what differs to the head where it follows at once', () => {
    const other = '0x5aAeb6153F3E94C9b9A09f33669435E7Ef1BeAed';
    expect([...shortenApart([one, other]).values()]).toEqual(['0x5aAeb6053F…1BeAed', '0x5aAeb6153F…1BeAed']);
  });

  it('stay short if that distinguishes them, however often they occur', () => {
    expect(shortenApart([one, one, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'Deposit account', ''])).toEqual(
      new Map(),
    );
  });

  it('never look alike unless they are the same', () => {
    // Heads and tails that collide often, lengths that differ, and middles of few letters.
    const middles = fc.stringMatching(/^[ab]{0,24}$/);
    const texts = middles.map((middle) => `0x5aAeb6${middle}1BeAed`);
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 12 }), (addresses) => {
        const apart = shortenApart(addresses);
        const different = new Set(addresses);
        const shown = [...different].map((text) => apart.get(text) ?? shortenMiddle(text));
        expect(new Set(shown).size).toBe(different.size);
        for (const form of shown) expect(form.startsWith('0x5aAeb6')).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
