import { expect, it } from 'vitest';
import { findZones } from './find-zones.ts';

const known = Intl.supportedValuesOf('timeZone');

it.each([
  ['berlin', ['Europe/Berlin']],
  ['  New  york ', ['America/New_York']],
  ['Europe/Berlin', ['Europe/Berlin']],
  ['lord', ['Australia/Lord_Howe', 'Asia/Qyzylorda']],
  // Listed as Asia/Calcutta and Europe/Kiev by browsers that keep to old names.
  ['Kolkata', ['Asia/Kolkata']],
  ['asia/kolkata', ['Asia/Kolkata']],
  ['', []],
  ['   ', []],
  ['atlantis', []],
  ['.*', []],
])('finds by %j: %j', (text, zones) => {
  expect(findZones(text, known, 20)).toEqual(zones);
});

it('lists names that begin with the word first, up to the limit', () => {
  const zones = findZones('san', known, 4);
  expect(zones).toHaveLength(4);
  expect(zones.at(0)).toMatch(/(^|[/_])San/);
});
