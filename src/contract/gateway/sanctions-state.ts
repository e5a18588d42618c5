import * as z from 'zod/mini';
import { sanctionsStates } from '#domain/aml/sanctions.ts';

/** What a sanctions list says of itself. */
export const listFields = {
  name: z.string(),
  /** The date that the list itself has, `2026-01-31`. */
  date: z.string(),
  /** How many addresses the list names. */
  entries: z.int(),
};

/** What is known of a subject and sanctions at one time. */
export const sanctions = z.object({
  /** `not_screened`: no list was loaded, or the subject is a transaction, which lists don't name. */
  state: z.enum(sanctionsStates),
  /** The lists that name the subject. */
  named_by: z.array(z.object({ ...listFields, entity: z.string() })),
  /** Whether the report of the subject's check names sanctions. */
  is_named_by_report: z.boolean(),
  /** The lists that the subject was screened against. Empty where it wasn't screened. */
  screened_against: z.array(z.object(listFields)),
});
