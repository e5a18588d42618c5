import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortenMiddle } from '#domain/shorten.ts';
import { shortenApart } from './shorten-apart.ts';

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

  it('stay short where that tells them apart, however often they stand there', () => {
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
