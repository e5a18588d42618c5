import * as z from 'zod/mini';
import { amlNetworks } from '#domain/networks.ts';
import { textAmount } from '../amounts.ts';
import { permissionFailure, signedInChangeFailures } from '../failures.ts';
import { operation } from '../operation.ts';
import { amlBands, amlDecisions } from './aml-bands.ts';
import { amlTag } from './aml-check.ts';
import { sanctions } from './sanctions-state.ts';

/** The most addresses and transactions one request can ask the last results of: a page of the longest list. */
export const MOST_LOOKED_UP = 300;
const failures = [permissionFailure, ...signedInChangeFailures] as const;

const lookedUpMessage = `must be 1 to ${MOST_LOOKED_UP} subjects, each with value and network`;
/** Any text is accepted: one that can't be checked has no result, and doesn't make the others fail. */
const lookedUp = z
  .array(
    z.strictObject({ value: z.string().check(z.maxLength(128)), network: z.string().check(z.maxLength(16)) }),
    {
      error: lookedUpMessage,
    },
  )
  .check(z.minLength(1, lookedUpMessage), z.maxLength(MOST_LOOKED_UP, lookedUpMessage));

/** Answers in the order of the subjects. A network that cannot be checked, or a wrong value, has no result. */
export const findAmlResults = operation({
  id: 'findAmlResults',
  method: 'POST',
  isReading: true,
  path: '/console/aml/results',
  tag: amlTag,
  summary: 'The last known result of addresses and transactions',
  permission: 'transactions:read',
  body: z.strictObject({ subjects: lookedUp }),
  data: z.object({
    results: z.array(
      z.object({
        is_running: z.boolean(),
        /** Rated by the report of its latest check and the lists that are loaded now; null if it can't be checked. */
        sanctions: z.nullable(sanctions),
        /** The latest finished check; null: never checked. */
        last: z.nullable(
          z.object({
            id: z.string(),
            /** Null where the report has none that can be read; its band is then never low. */
            score: z.nullable(textAmount),
            band: z.enum(amlBands),
            /** The category that decides the rating, as the provider spells it; null where none does. */
            decisive_category: z.nullable(z.string()),
            /** As in `amlCheck`. */
            is_not_found: z.boolean(),
            ended_at: z.string(),
            decision: z.nullable(z.enum(amlDecisions)),
            is_decision_carried_over: z.boolean(),
          }),
        ),
      }),
    ),
  }),
  failures,
});

/** Where an account has seen an address or a transaction. */
const seenPlaces = ['transaction', 'wallet', 'withdrawal', 'address_book', 'check'] as const;

export type SeenPlace = (typeof seenPlaces)[number];

/** The most values one request can ask about: each may be looked for at the provider. */
export const MOST_SEEN = 25;

const seenMessage = `must be 1 to ${MOST_SEEN} addresses or transaction IDs`;

/**
 * The same text can be an address or a transaction ID on several networks, and a check on the wrong one is paid for
 * nothing. Looks only into what the caller may read. Answers in the order of the values.
 */
export const findSeenNetworks = operation({
  id: 'findSeenNetworks',
  method: 'POST',
  isReading: true,
  path: '/console/aml/seen',
  tag: amlTag,
  summary: 'The networks on which the account has seen addresses and transactions',
  permission: 'transactions:read',
  body: z.strictObject({
    values: z
      .array(z.string({ error: seenMessage }).check(z.maxLength(128, seenMessage)), { error: seenMessage })
      .check(z.minLength(1, seenMessage), z.maxLength(MOST_SEEN, seenMessage)),
  }),
  data: z.object({
    results: z.array(
      z.object({
        /** Empty where the account has seen it nowhere, and where it can only be of one network. */
        seen: z.array(z.object({ network: z.enum(amlNetworks), place: z.enum(seenPlaces) })),
      }),
    ),
  }),
  failures,
});
