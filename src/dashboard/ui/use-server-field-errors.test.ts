import { describe, expect, it } from 'vitest';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { divideFields } from './use-server-field-errors.ts';

const error = new ApiError({
  kind: 'validation',
  status: 400,
  message: 'Validation failed',
  fields: { type: 'allowed: user, accounting', name: 'required field', colour: 'unknown parameter' },
});

describe('what the service said about fields', () => {
  it('goes to the fields of the form in the order of the form', () => {
    expect(divideFields(error, ['name', 'network', 'type']).known).toEqual([
      ['name', 'required field'],
      ['type', 'allowed: user, accounting'],
    ]);
  });

  it('is not lost where the form has no such field', () => {
    expect(divideFields(error, ['name', 'type']).unknown).toEqual([['colour', 'unknown parameter']]);
  });

  it('is nothing for an error that names no fields', () => {
    expect(divideFields(new Error('broken'), ['name'])).toEqual({ known: [], unknown: [] });
  });
});
