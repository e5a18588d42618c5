import * as z from 'zod/mini';
import { textAmount } from '../amounts.ts';
import { permissionFailure, signedInFailures, validationFailure } from '../failures.ts';
import { operation } from '../operation.ts';
import { amlCheck, amlTag } from './aml-check.ts';

/** What every page shows. */
export const readAmlActivity = operation({
  id: 'readAmlActivity',
  method: 'GET',
  path: '/console/aml/activity',
  tag: amlTag,
  summary: 'Checks that are running or finished recently',
  permission: 'transactions:read',
  query: z.strictObject({}),
  data: z.object({
    running_count: z.int(),
    /** The oldest first, at most 20. */
    running: z.array(amlCheck),
    /** Checks that ended within a day, the latest first, at most 20. */
    ended: z.array(amlCheck),
    /** The provider's latest number; null before the first report. Our own service always gives the current one. */
    checks_left: z.nullable(z.object({ count: z.string(), reported_at: z.string() })),
    /** What a check costs the wallet that pays where none are left; null where the wallet service doesn't tell. */
    price: z.nullable(z.object({ amount: textAmount, currency: z.string() })),
  }),
  failures: [permissionFailure, validationFailure, ...signedInFailures],
});
