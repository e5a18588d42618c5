import { describe, expect, it } from 'vitest';
import { isShortened, wholeOf } from './shortened-address.ts';

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const alike = 'TR7NHqjXXXXXXXXXXXXXXXXXXXXXgjLj6t';

describe('an address that a provider shortened', () => {
  it.each(['TR7NHqj…gjLj6t', '0x5aAe...BeAed', '0x5aAe****BeAed'])('is known: %s', (text) => {
    expect(isShortened(text)).toBe(true);
  });

  it.each([usdt, 'exchange', '', undefined])('is not taken for one: %s', (text) => {
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

  it('minds the case, but for that of hexadecimal digits', () => {
    const whole = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    expect(wholeOf('0x5aaeb6…1beaed', [whole])).toBe(whole);
    expect(wholeOf('tr7nhqj…gjlj6t', [usdt])).toBeUndefined();
  });

  it('is not made of two parts that overlap', () => {
    expect(wholeOf('TR7NHqjeKQxGTCi8q8ZY4pL8…q8ZY4pL8otSzgjLj6t', [usdt])).toBeUndefined();
  });
});
