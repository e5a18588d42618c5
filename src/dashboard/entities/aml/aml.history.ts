import { openSets } from '#contract/fields.ts';
import { type AmlCheck, listAmlChecks } from '#contract/gateway/aml-library.ts';
import type { History } from '#dashboard/api/history.ts';
import { call } from '#dashboard/api/client.ts';

const schema = openSets(listAmlChecks.query);

/** Every check of the account. */
export const amlChecks: History<typeof schema, AmlCheck> = {
  name: 'aml-checks',
  operation: listAmlChecks,
  schema,
  read: (query, signal) => call(listAmlChecks, { query }, signal),
  rowId: ({ value }) => value.id,
  createdAt: ({ value }) => value.created_at,
};
