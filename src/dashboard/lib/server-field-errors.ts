import { ApiError } from './api-error.ts';

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
