import { expect, it } from 'vitest';
import { requestFields } from './request-fields.ts';

it('gives each field as text, numbers with every digit', () => {
  expect(requestFields('{"name":"Till","amount":0.123456789012345678,"list":["a"],"?":{"x":"1"}}')).toEqual([
    ['name', 'Till'],
    ['amount', '0.123456789012345678'],
    ['list', '["a"]'],
    ['query', '{"x":"1"}'],
  ]);
});

it('returns details that are not an object whole, and nothing for none', () => {
  expect(requestFields('[1]')).toEqual([['body', '[1]']]);
  expect(requestFields('not json')).toEqual([['body', 'not json']]);
  expect(requestFields(null)).toEqual([]);
  expect(requestFields(undefined)).toEqual([]);
});
