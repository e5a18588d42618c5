import { expect, it } from 'vitest';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { sanctionsOf } from '#domain/aml/sanctions.ts';
import { exportLists } from './export-lists.ts';

const list = { name: 'OFAC SDN', date: '2026-11-20', entries: 1234 };
const { flatten } = exportLists['aml-checks'];
const exported = (row: Partial<AmlCheck>) => flatten(row);

it('exports an unknown risk and each state of sanctions in the words of the screens', () => {
  const known = { kind: 'address', matches: [], isNamedByReport: false } as const;
  const none = sanctionsOf({ ...known, lists: [] });
  const matches = [{ ...list, entity: 'A group' }];
  expect(exported({ band: 'unknown', sanctions: none, sanctions_then: none })).toMatchObject({
    band: 'unknown',
    sanctions: 'Not screened for sanctions: no sanctions list is loaded',
    sanctions_then: 'Not screened for sanctions at the time: no sanctions list was loaded',
  });
  expect(exported({ sanctions: sanctionsOf({ ...known, lists: [list], matches }) })).toMatchObject({
    sanctions: 'On OFAC SDN (2026-11-20, 1,234 addresses) as A group',
  });
  expect(exported({ sanctions: sanctionsOf({ ...known, lists: [list] }) })).toMatchObject({
    sanctions: 'Not on OFAC SDN (2026-11-20, 1,234 addresses)',
  });
});

it('exports with a decision that is carried over the check that it was made on', () => {
  const decision = {
    id: 'd_1',
    check_id: 'aml_1',
    checked_at: '2026-01-02T03:04:05Z',
    decision: 'accepted',
    note: 'Papers seen',
    band: 'high',
    decided_by: 'Compliance',
    key_fingerprint: '0123456789ab',
    decided_at: '2026-01-02T03:04:05Z',
  } as const;
  expect(exported({ id: 'aml_2', decision })).toMatchObject({
    decision: 'accepted',
    decision_carried_over_from: 'aml_1',
  });
  expect(exported({ id: 'aml_1', decision })['decision_carried_over_from']).toBeUndefined();
});

it('exports why a check says nothing in a column of its own beside the band', () => {
  const { columns } = exportLists['aml-checks'];
  const names = columns.map(({ name }) => name);
  expect(names[names.indexOf('band') + 1]).toBe('not_found');
  expect(names).not.toContain('is_not_found');
  const check = { network: 'trx', band: 'unknown', is_not_found: true } as const;
  expect(exported(check)).toMatchObject({ band: 'unknown', not_found: 'not found on Tron' });
  expect(exported({ ...check, is_not_found: false })).toMatchObject({ not_found: '' });
});
