import { expect, it } from 'vitest';
import { idFilters } from './id-filters.ts';

it.each([
  ['wd_0190a6f0', { request_id: 'wd_0190a6f0', external_id: undefined }],
  ['INV-1', { request_id: undefined, external_id: 'INV-1' }],
  ['', { request_id: undefined, external_id: '' }],
  // Longer than any request id may be.
  [`wd_${'x'.repeat(62)}`, { request_id: undefined, external_id: `wd_${'x'.repeat(62)}` }],
])('looks for “%s” where it can be found', (id, filters) => {
  expect(idFilters(id)).toEqual(filters);
});
