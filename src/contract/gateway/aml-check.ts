import * as z from 'zod/mini';
import { amlNetworks } from '#domain/networks.ts';
import { textAmount } from '../amounts.ts';
import { amlBands, decisionRecord } from './aml-bands.ts';
import { sanctions } from './sanctions-state.ts';

/**
 * How far a check is. `queued`: the provider was not asked yet. `asking`: it is being asked now. `waiting`: it has
 * given a uid, which is stored, and has no report yet. `stopped`: a user stopped it while it was queued or waiting, its
 * key or this machine is not accepted any more, or the provider did not answer for days; it can be resumed. `finished`:
 * the report is stored. `failed`: the provider refused, or made no report. `lost`: the provider was asked and its
 * answer did not arrive, so that a check may have been spent; it is not asked again automatically.
 */
export const amlStates = ['queued', 'asking', 'waiting', 'stopped', 'finished', 'failed', 'lost'] as const;

export type AmlState = (typeof amlStates)[number];

/** The states in which a check still changes without a user. One subject has at most one such check at a time. */
export const runningStates = ['queued', 'asking', 'waiting'] as const satisfies readonly AmlState[];

/** A finding of a report, as the account's rules weigh it. */
const amlCategory = z.object({
  /** Spelled as the provider does. */
  name: z.string(),
  /** In percent of the funds; null where the provider names the category without a share. */
  share: z.nullable(textAmount),
  /** The part of `share` that came straight from the category; null where the provider does not tell. */
  direct_share: z.nullable(textAmount),
  /** Whether the subject itself, or a party to the transaction, is labeled with it. */
  is_direct_hit: z.boolean(),
  /** Null: the account's rules don't know the category. It then never counts as low. */
  severity: z.nullable(z.enum(amlBands)),
  /** Whether it raises the rating: a direct hit, or a share that reaches the minimum of the account's rules. */
  counts: z.boolean(),
});

export const amlCheck = z.object({
  id: z.string(),
  kind: z.enum(['address', 'transaction']),
  network: z.enum(amlNetworks),
  /** In the network's canonical spelling. */
  value: z.string(),
  state: z.enum(amlStates),
  /** The wallet that pays where no checks are left; null: one of the account's checks. */
  payer_address: z.nullable(z.string()),
  /** The provider's name for the check; null before it gave one, or where it answered with the report at once. */
  uid: z.nullable(z.string()),
  /** The name of the user or API key that asked; null where the wallet service does not tell. */
  asked_by: z.nullable(z.string()),
  /** The same short text for the same key. */
  key_fingerprint: z.string(),
  /** ISO 8601, as are all moments here. */
  created_at: z.string(),
  updated_at: z.string(),
  /** When the state became `finished`, `failed` or `lost`. */
  ended_at: z.nullable(z.string()),
  /** When the provider is next asked automatically. */
  next_recheck_at: z.nullable(z.string()),
  /** How often the provider was asked for the report. */
  rechecks: z.int(),
  /** Why it failed, was lost or stopped, or what went wrong at the last recheck; null if nothing did. */
  failure: z.nullable(
    z.object({
      /** The status of the provider's answer; null where none arrived. */
      http_status: z.nullable(z.int()),
      /** `error_code` of the provider, or its `code`; empty where it names none. */
      code: z.string(),
      /** A sentence, the provider's own if it gave one. Plain text, never markup. */
      message: z.string(),
    }),
  ),
  /**
   * Whether `resumeAmlChecks` can resume it. No check is spent twice by that: if the provider has given a uid the
   * report is fetched, and if it was not asked yet it is asked.
   */
  can_resume: z.boolean(),
  /** The score of a finished check. Null for any other, as are the fields below, and if the report has no score. */
  score: z.nullable(textAmount),
  band: z.nullable(z.enum(amlBands)),
  /**
   * Whether the report knows no transaction, funds or label of the subject on its network, so that nothing follows from
   * it. False also for a check that isn't finished.
   */
  is_not_found: z.boolean(),
  /** The subject's sanctions state, by the report and the sanctions lists that are loaded now. */
  sanctions,
  /** The same by the lists that were loaded when the report came; null unless finished. */
  sanctions_then: z.nullable(sanctions),
  /** The one that decides the rating first. Empty unless finished. */
  categories: z.array(amlCategory),
  /** How many checks the account had left, as the provider stated with the report. */
  checks_left: z.nullable(z.string()),
  /** SHA-256, in hexadecimal, of the answer that the report came in, byte for byte. */
  report_sha256: z.nullable(z.string()),
  /** Whether the report's PDF is kept. */
  has_pdf: z.boolean(),
  /** The latest decision, whether made on this check or carried over from an earlier one; null: none. */
  decision: z.nullable(decisionRecord),
});

export type AmlCheck = z.output<typeof amlCheck>;

export const amlChecksPath = '/console/aml/checks';
export const amlTag = 'AML checks';
