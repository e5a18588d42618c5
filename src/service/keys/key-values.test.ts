import { InvalidArgumentError } from '@commander-js/extra-typings';
import { expect, it } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { parseExpiry, parseKeyName, parsePermissions } from './key-values.ts';

it.each([
  [parseKeyName, ' ', 'Enter a name (up to 64 characters'],
  [parseKeyName, 'x'.repeat(65), 'Enter a name (up to 64 characters'],
  [parseKeyName, 'A\u0007', 'Remove control characters.'],
  [parseKeyName, 'A\u202Eb', 'Remove control characters.'],
  [parsePermissions, 'wallets:read,everything', 'Unknown permission "everything".'],
  [parsePermissions, '', 'Unknown permission "". Enter "all", or some of wallets:read'],
  [parseExpiry, 'soon', 'Enter a number of days, a date, a date-time, or "never".'],
  [parseExpiry, '0', 'Enter 1 to 36500 days.'],
  [parseExpiry, '2020-01-01', 'Enter a time in the future.'],
])('%o refuses %j, and says what to enter', (parse, text, message) => {
  expect(() => parse(text)).toThrow(InvalidArgumentError);
  expect(() => parse(text)).toThrow(message);
});

it('reads a name without the spaces around it', () => {
  expect(parseKeyName(' Ops bot ')).toBe('Ops bot');
});

it('reads a list of permissions with spaces and repetitions, and all', () => {
  expect(parsePermissions('aml:check, wallets:read,aml:check')).toEqual(['wallets:read', 'aml:check']);
  expect(parsePermissions('all')).toEqual(permissions);
});

it('reads when a key ends: a number of days, a date to its end, a moment, or never', () => {
  expect(parseExpiry('2090-03-01')).toBe('2090-03-01T23:59:59.999999Z');
  expect(parseExpiry('2090-03-01T12:00:00+02:00')).toBe('2090-03-01T10:00:00.000000Z');
  expect(parseExpiry('never')).toBeNull();
  const inTwoDays = Date.parse(parseExpiry('2') ?? '') - Date.now();
  expect(Math.abs(inTwoDays - 2 * 86_400_000)).toBeLessThan(10_000);
});
