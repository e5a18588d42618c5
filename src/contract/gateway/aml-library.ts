import * as z from 'zod/mini';
import { sanctionsStates } from '#domain/aml/sanctions.ts';
import { amlNetworks } from '#domain/networks.ts';
import { permissionFailure, signedInFailures, validationFailure } from '../failures.ts';
import { limit, lineOfText, momentParameter, offset, oneOf, sortDirection } from '../fields.ts';
import { operation } from '../operation.ts';
import { amlBands, amlDecisions } from './aml-bands.ts';
import { amlCheck, amlChecksPath, amlStates, amlTag } from './aml-check.ts';

const amlCheckSorts = ['created_at', 'ended_at', 'score'] as const;

export const listAmlChecks = operation({
  id: 'listAmlChecks',
  method: 'GET',
  path: amlChecksPath,
  tag: amlTag,
  summary: 'List the checks of the account and what they found',
  permission: 'transactions:read',
  query: z.strictObject({
    created_from: z.optional(momentParameter('from')),
    created_to: z.optional(momentParameter('to')),
    /** `running`: queued, asking or waiting. */
    state: z.optional(oneOf(['running', ...amlStates])),
    kind: z.optional(oneOf(['address', 'transaction'])),
    network: z.optional(oneOf(amlNetworks)),
    band: z.optional(oneOf(amlBands)),
    /** Spelled as the provider does, in any case. */
    category: z.optional(lineOfText(128, { what: 'a category' })),
    decision: z.optional(oneOf(['none', ...amlDecisions])),
    /** The state by the lists that are loaded now. */
    sanctions: z.optional(oneOf(sanctionsStates)),
    /** Part of the address or transaction id, of the uid, or of who asked. */
    search: z.optional(lineOfText(128, { min: 3 })),
    /** Checks without a score come last. */
    sort_by: z._default(oneOf(amlCheckSorts), 'created_at'),
    sort_direction: sortDirection,
    limit: limit(100),
    offset,
  }),
  data: z.object({ count: z.int() }),
  rows: { key: 'checks', schema: amlCheck },
  failures: [permissionFailure, validationFailure, ...signedInFailures],
});
