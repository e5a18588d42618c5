import { describe, expect, it } from 'vitest';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { divideFields } from './use-server-field-errors.ts';

const error = new ApiError({
  kind: 'validation',
  status: 400,
  message: 'Validation failed',
  fields: { type: 'allowed: user, accounting', name: 'required field', colour: 'unknown parameter' },
});

describe("the service's messages about fields", () => {
  it("go to the fields of the form in the form's order", () => {
    expect(divideFields(error, ['name', 'network', 'type']).known).toEqual([
      ['name', 'required field'],
      ['type', 'allowed: user, accounting'],
    ]);
  });

  it('are not lost if the form has no such field', () => {
    expect(divideFields(error, ['name', 'type']).unknown).toEqual([['colour', 'unknown parameter']]);
  });

  it('are none for an error that names no fields', () => {
    expect(divideFields(new Error('broken'), ['name'])).toEqual({ known: [], unknown: [] });
  });
});
