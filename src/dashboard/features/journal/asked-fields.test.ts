import { expect, it } from 'vitest';
import { askedFields } from './asked-fields.ts';

it('gives each field as text, numbers with every digit', () => {
  expect(askedFields('{"name":"Till","amount":0.123456789012345678,"list":["a"],"?":{"x":"1"}}')).toEqual([
    ['name', 'Till'],
    ['amount', '0.123456789012345678'],
    ['list', '["a"]'],
    ['in the address', '{"x":"1"}'],
  ]);
});

it('gives what is no object whole, and nothing for nothing', () => {
  expect(askedFields('[1]')).toEqual([['body', '[1]']]);
  expect(askedFields('not json')).toEqual([['body', 'not json']]);
  expect(askedFields(null)).toEqual([]);
  expect(askedFields(undefined)).toEqual([]);
});
