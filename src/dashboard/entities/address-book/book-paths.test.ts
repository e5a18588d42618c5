import { expect, it } from 'vitest';
import { entryPath, newEntryLink, parseEntryKey } from './book-paths.ts';

it('an entry’s path names its network and its address, and is read back', () => {
  const path = entryPath({ network: 'eth', address: '0xAb/%' });
  expect(path).toBe('/address-book/eth%3A0xAb%2F%25');
  expect(parseEntryKey(decodeURIComponent(path.slice('/address-book/'.length)))).toEqual({
    network: 'eth',
    address: '0xAb/%',
  });
});

it.each(['', 'eth', 'eth:', 'doge:0xAb', ':0xAb'])('“%s” names no entry', (key) => {
  expect(parseEntryKey(key)).toBeUndefined();
});

it('the link to a new entry carries what is known of it', () => {
  expect(newEntryLink({ network: 'eth', address: '0xAb' })).toBe(
    '/address-book/new#network=eth&address=0xAb',
  );
});
