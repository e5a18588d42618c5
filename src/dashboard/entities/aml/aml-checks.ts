import { type AmlCheck } from '#contract/gateway/aml-check.ts';
import { listAmlChecks } from '#contract/gateway/aml-library.ts';
import { openSets } from '#contract/fields.ts';
import { call } from '#dashboard/api/client.ts';
import type { ListSource } from '#dashboard/api/list-source.ts';

const schema = openSets(listAmlChecks.query);

/** Every check of the account. */
export const amlChecks: ListSource<typeof schema, AmlCheck> = {
  name: 'aml-checks',
  operation: listAmlChecks,
  schema,
  read: (query, signal) => call(listAmlChecks, { query }, signal),
  rowId: ({ value }) => value.id,
  createdAt: ({ value }) => value.created_at,
};
