import { useEffect } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { divideFields } from '#dashboard/lib/server-field-errors.ts';

/**
 * Puts what the service said about fields onto them and takes the focus to the first. Gives the error when it
 * says anything beyond that, to be shown on top of the form, else null.
 */
export function useServerFieldErrors<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  error: Error | null,
): Error | null {
  useEffect(() => {
    const { known } = divideFields(error, Object.keys(form.getValues()));
    for (const [index, [name, message]] of known.entries()) {
      form.setError(name as FieldPath<In>, { type: 'server', message }, { shouldFocus: index === 0 });
    }
  }, [form, error]);

  if (error === null || (error instanceof ApiError && error.kind === 'unauthenticated')) return null;
  const { known, unknown } = divideFields(error, Object.keys(form.getValues()));
  if (known.length === 0) return error;
  return unknown.length === 0
    ? null
    : new Error(unknown.map(([name, message]) => `${name}: ${message}`).join('; '));
}
