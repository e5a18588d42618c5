import * as z from 'zod/mini';
import { amlNetworks } from '#domain/networks.ts';
import { textAmount } from '../amounts.ts';
import { permissionFailure, signedInChangeFailures, signedInFailures } from '../failures.ts';
import { lineOfText, oneOf, requiredMessage, versionRead } from '../fields.ts';
import { operation } from '../operation.ts';
import { amlBands, checkId } from './aml-bands.ts';
import { sanctions } from './sanctions-state.ts';

/** The most subjects an account can watch. */
export const MOST_WATCHES = 500;
/** A year. Anything checked less often isn't monitored. */
const LONGEST_WATCH_DAYS = 366;
/** Checks that monitoring may spend in a month, unless the account sets another number. */
export const DEFAULT_WATCH_BUDGET = 100;
export const LARGEST_WATCH_BUDGET = 100_000;

export const watchId = z
  .string({ error: requiredMessage })
  .check(z.regex(/^[\w-]{1,64}$/, 'must be the ID of a monitored subject'));

const daysMessage = `Enter a whole number of days from 1 to ${LONGEST_WATCH_DAYS}.`;
const everyDays = z
  .int({ error: daysMessage })
  .check(z.minimum(1, daysMessage), z.maximum(LONGEST_WATCH_DAYS, daysMessage));

/** A finished check of a watched subject. */
const watchResult = z.object({
  check_id: z.string(),
  score: z.nullable(textAmount),
  band: z.enum(amlBands),
  /** As in `amlCheck`. */
  is_not_found: z.boolean(),
  /** ISO 8601. */
  ended_at: z.string(),
});

/** Why the last cycle of a monitored subject began no check. */
const watchHindrances = ['budget', 'key', 'stopped'] as const;

/** A subject that is checked again and again while the server runs. */
const amlWatch = z.object({
  id: z.string(),
  kind: z.enum(['address', 'transaction']),
  network: z.enum(amlNetworks),
  /** In the network's canonical spelling. */
  value: z.string(),
  every_days: z.int(),
  /** Goes up with each change. A change names the version that it was made from. */
  version: z.int(),
  /** The name of the user or API key that asks for its checks; null where the wallet service does not tell. */
  key_name: z.nullable(z.string()),
  /** ISO 8601. */
  created_at: z.string(),
  /** ISO 8601: when its next cycle begins. */
  next_at: z.string(),
  /**
   * `budget`: the checks of the month are spent, so the next cycle is in the next month. `key`: the key can no longer
   * be read; the next user who changes the watch provides theirs. `stopped`: its last check was stopped, or the key
   * refused; monitoring continues when a user resumes that check or starts another. Null: nothing hinders it.
   */
  hindrance: z.nullable(z.enum(watchHindrances)),
  is_running: z.boolean(),
  /** Rated by the report of its latest check and the sanctions lists that are loaded now. */
  sanctions,
  /** The latest result, no matter who asked for it; null: none yet. */
  last: z.nullable(watchResult),
  /** The one before its latest change that is news; where nothing is, the one before the last. */
  before: z.nullable(watchResult),
  /**
   * Whether a result differs from the one before it in score or categories, and no user has confirmed having seen it.
   */
  is_news: z.boolean(),
});

export type AmlWatch = z.output<typeof amlWatch>;

const watchBudget = z.object({
  per_month: z.int(),
  /** Checks spent in this calendar month (UTC). */
  spent: z.int(),
  /** ISO 8601: the next month. */
  renewed_at: z.string(),
  /** 0 before the first change. */
  version: z.int(),
});

export type AmlWatchBudget = z.output<typeof watchBudget>;

const path = '/console/aml/watches';
const tag = 'AML checks';
const changeFailures = [permissionFailure, ...signedInChangeFailures] as const;
const changedMeanwhile = [
  {
    status: 404,
    errorCode: 'not_found',
    when: 'Monitored subject not found. Monitoring may have been stopped',
  },
  {
    status: 409,
    errorCode: 'request',
    when: 'Someone else changed it after it was read, so nothing was changed',
  },
] as const;

export const listAmlWatches = operation({
  id: 'listAmlWatches',
  method: 'GET',
  path,
  tag,
  summary: 'List monitored subjects and the monthly budget',
  permission: 'transactions:read',
  query: z.strictObject({}),
  /** Subjects with news come first, then by their next cycle. */
  data: z.object({ watches: z.array(amlWatch), budget: watchBudget }),
  failures: [permissionFailure, ...signedInFailures],
});

/** A new subject is checked at once with the caller's key, unless a report is not older than the days. */
export const createAmlWatch = operation({
  id: 'createAmlWatch',
  method: 'POST',
  path,
  tag,
  summary: 'Start monitoring an address or transaction',
  permission: 'aml:check',
  body: z.strictObject({
    value: lineOfText(128, { what: 'an address or transaction ID' }),
    network: oneOf(amlNetworks),
    every_days: everyDays,
  }),
  data: amlWatch,
  failures: [
    ...changeFailures,
    {
      status: 409,
      errorCode: 'request',
      when: `The subject is already monitored, or the account monitors ${MOST_WATCHES} subjects`,
    },
  ],
});

/** From then on it is checked with the caller's key. */
export const changeAmlWatch = operation({
  id: 'changeAmlWatch',
  method: 'PUT',
  path,
  tag,
  summary: 'Change how often a monitored subject is checked',
  permission: 'aml:check',
  body: z.strictObject({ id: watchId, version: versionRead(1), every_days: everyDays }),
  data: amlWatch,
  failures: [...changeFailures, ...changedMeanwhile],
});

export const deleteAmlWatch = operation({
  id: 'deleteAmlWatch',
  method: 'DELETE',
  path,
  tag,
  summary: 'Stop monitoring a subject',
  permission: 'aml:check',
  body: z.strictObject({ id: watchId, version: versionRead(1) }),
  data: z.object({ result: z.literal('success') }),
  failures: [...changeFailures, ...changedMeanwhile],
});

/** Its change is news no longer, for all keys of the account. */
export const markAmlWatchSeen = operation({
  id: 'markAmlWatchSeen',
  method: 'POST',
  path: `${path}/seen`,
  tag,
  summary: 'Mark an alert as read',
  permission: 'aml:check',
  body: z.strictObject({
    id: watchId,
    /** The latest result that was seen. */
    check_id: checkId,
  }),
  data: z.object({ result: z.literal('success') }),
  failures: [...changeFailures, changedMeanwhile[0]],
});

const budgetMessage = `Enter a whole number of checks from 0 to ${LARGEST_WATCH_BUDGET}.`;

export const changeAmlWatchBudget = operation({
  id: 'changeAmlWatchBudget',
  method: 'PUT',
  path: `${path}/budget`,
  tag,
  summary: 'Change the monthly monitoring budget',
  permission: 'aml:check',
  consolePermission: 'rules:write',
  isAccountWide: true,
  body: z.strictObject({
    version: versionRead(0),
    per_month: z
      .int({ error: budgetMessage })
      .check(z.minimum(0, budgetMessage), z.maximum(LARGEST_WATCH_BUDGET, budgetMessage)),
  }),
  data: watchBudget,
  failures: [...changeFailures, changedMeanwhile[1]],
});

export const amlWatchOperations = [
  listAmlWatches,
  createAmlWatch,
  changeAmlWatch,
  deleteAmlWatch,
  markAmlWatchSeen,
  changeAmlWatchBudget,
] as const;
