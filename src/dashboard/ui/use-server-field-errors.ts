import { useEffect } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { asSentence } from '#dashboard/lib/error-message.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';

/**
 * Puts what the service said about fields onto them and takes the focus to the first. Gives the error when it
 * says anything beyond that, to be shown for the form as a whole, else null.
 */
export function useServerFieldErrors<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  error: Error | null,
): Error | null {
  useEffect(() => {
    const { known } = divideFields(error, Object.keys(form.getValues()));
    for (const [index, [name, message]] of known.entries()) {
      form.setError(
        name as FieldPath<In>,
        { type: 'server', message: asSentence(message) },
        { shouldFocus: index === 0 },
      );
    }
  }, [form, error]);

  if (error === null || (error instanceof ApiError && error.kind === 'unauthenticated')) return null;
  const { known, unknown } = divideFields(error, Object.keys(form.getValues()));
  if (known.length === 0) return error;
  return unknown.length === 0
    ? null
    : new Error(unknown.map(([name, message]) => `${name}: ${asSentence(message)}`).join(' '));
}

type FieldMessages = [name: string, message: string][];

/** The service's complaints about fields, divided into those of the form, in its order, and others. */
export function divideFields(
  error: Error | null,
  formFields: string[],
): { known: FieldMessages; unknown: FieldMessages } {
  const fields = error instanceof ApiError ? error.fields : {};
  return {
    known: formFields.flatMap((name): FieldMessages => {
      const message = fields[name];
      return message === undefined ? [] : [[name, message]];
    }),
    unknown: Object.entries(fields).filter(([name]) => !formFields.includes(name)),
  };
}
