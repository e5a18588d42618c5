import * as z from 'zod/mini';
import { permissionFailure, signedInChangeFailures, signedInFailures } from '../failures.ts';
import { trueOrFalse, versionRead } from '../fields.ts';
import { operation } from '../operation.ts';
import { lastChange } from './last-change.ts';

// Apart from the other settings, so that pages with links to explorers do not load it.

/** A week, so that a wrong setting blocks no payment for longer. */
const LONGEST_COOLING_OFF_HOURS = 168;

const hoursMessage = `Enter a whole number of hours from 0 to ${LONGEST_COOLING_OFF_HOURS}.`;

/** Which addresses the account can pay. */
export const withdrawalRules = z.strictObject({
  /** The account pays only addresses of the address book whose waiting period is over. */
  book_only: trueOrFalse,
  /** How long an address is in the book before it counts as one of it, from when it is added. 0: no time. */
  cooling_off_hours: z
    .int({ error: hoursMessage })
    .check(z.minimum(0, hoursMessage), z.maximum(LONGEST_COOLING_OFF_HOURS, hoursMessage)),
});

export type WithdrawalRules = z.output<typeof withdrawalRules>;

const withdrawalRulesSetting = z.object({
  /** The rules as they were last set. */
  value: withdrawalRules,
  /**
   * The rules in force now. Whatever loosens them takes effect only when the earlier waiting period is over, so that no
   * one gets around it by changing it.
   */
  in_force: withdrawalRules,
  /** ISO 8601: from then on `value` holds; null when it holds now. */
  in_force_from: z.nullable(z.string()),
  ...lastChange,
});

export type WithdrawalRulesSetting = z.output<typeof withdrawalRulesSetting>;

const path = '/console/settings/withdrawals';
const tag = 'Settings';

export const readWithdrawalRules = operation({
  id: 'readWithdrawalRules',
  method: 'GET',
  path,
  tag,
  summary: 'Which addresses the account can pay',
  permission: null,
  query: z.strictObject({}),
  data: withdrawalRulesSetting,
  failures: signedInFailures,
});

/**
 * Needs the permission of the other settings, and not the one to withdraw: a key that only pays out can neither lift
 * the rules nor shorten the time in which a user notices an address that it has added.
 */
export const changeWithdrawalRules = operation({
  id: 'changeWithdrawalRules',
  method: 'PUT',
  path,
  tag,
  summary: 'Change which addresses the account can pay',
  permission: 'wallets:write',
  needsReauthentication: true,
  consolePermission: 'rules:write',
  isAccountWide: true,
  body: z.strictObject({ version: versionRead(0), ...withdrawalRules.shape }),
  data: withdrawalRulesSetting,
  failures: [
    ...signedInChangeFailures,
    permissionFailure,
    {
      status: 409,
      errorCode: 'request',
      when: 'Someone else changed the rules after they were read, so nothing was changed',
    },
  ],
});

export const withdrawalRulesOperations = [readWithdrawalRules, changeWithdrawalRules] as const;
