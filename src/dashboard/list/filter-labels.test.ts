import { describe, expect, it } from 'vitest';
import { listAmlChecks } from '#contract/gateway/aml-library.ts';
import { listAuditLog } from '#contract/gateway/audit-log.ts';
import { parseListState } from './list-state.ts';
import { filterLabels, optionsWith } from './filter-labels.ts';

const labelsOf = (search: string) =>
  filterLabels(parseListState(listAuditLog.query, new URLSearchParams(search)));

it('names every filter that an address sets, numbers included', () => {
  expect(labelsOf('sequence=12&status=failed&operation=createWallet&limit=25&sort_direction=asc')).toEqual([
    { label: 'Action', value: 'createWallet' },
    { label: 'Status', value: 'failed' },
    { label: 'Sequence', value: '12' },
  ]);
  const search = new URLSearchParams('sanctions=named&kind=address');
  expect(filterLabels(parseListState(listAmlChecks.query, search))).toEqual([
    { label: 'Kind', value: 'address' },
    { label: 'Sanctions', value: 'named' },
  ]);
});

it('names a range in place of its ends', () => {
  expect(labelsOf('range=7d&key=ab')).toEqual([
    { label: 'Range', value: '7d' },
    { label: 'By', value: 'ab' },
  ]);
});

describe('the options of a filter', () => {
  it('are the known values, and after them each other value found, once', () => {
    expect(optionsWith(['trx', 'eth'], [undefined, 'ton', 'eth', 'sol', 'ton', undefined])).toEqual([
      'trx',
      'eth',
      'sol',
      'ton',
    ]);
  });
});
