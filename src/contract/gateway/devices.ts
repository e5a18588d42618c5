import * as z from 'zod/mini';
import { signedInChangeFailures, signedInFailures } from '../failures.ts';
import { requiredMessage } from '../fields.ts';
import { operation } from '../operation.ts';

/** How many new devices are listed at most, the newest ones. */
export const MOST_NEW_DEVICES = 5;

const newDevice = z.object({
  /** Tells the user's devices apart. */
  id: z.string(),
  /** As the browser calls itself, such as Firefox; null where that isn't known. */
  browser: z.nullable(z.string()),
  /** Such as Windows; null where that isn't known. */
  system: z.nullable(z.string()),
  /** Where the user first signed in with it. */
  ip_address: z.nullable(z.string()),
  /** ISO 8601: when that was. */
  signed_in_at: z.string(),
});

export type NewDevice = z.output<typeof newDevice>;

const path = '/console/new-devices';
const tag = 'Session';

/** Browsers with which the user has signed in for the first time, except the one that asks; none of an API key. */
export const listNewDevices = operation({
  id: 'listNewDevices',
  method: 'GET',
  path,
  tag,
  summary: 'New devices with which you signed in',
  permission: null,
  query: z.strictObject({}),
  data: z.object({ devices: z.array(newDevice) }),
  failures: signedInFailures,
});

/** Does nothing to a device that isn't new any more, and to the one that asks: nobody can hide it from there. */
export const dismissNewDevice = operation({
  id: 'dismissNewDevice',
  method: 'POST',
  path: `${path}/dismiss`,
  tag,
  summary: 'Dismiss the notice of a new device',
  permission: null,
  body: z.strictObject({
    id: z.string({ error: requiredMessage }).check(z.regex(/^[0-9a-f]{12}$/, 'must be the ID of a device')),
  }),
  data: z.object({ result: z.literal('success') }),
  failures: signedInChangeFailures,
});

export const deviceOperations = [listNewDevices, dismissNewDevice] as const;
