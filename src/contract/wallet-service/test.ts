import * as z from 'zod/mini';
import { keyFailures, validationFailure } from '../failures.ts';
import { operation } from '../operation.ts';
import { resultSuccess, walletServiceBase } from './base.ts';

/** decided: any valid key may call it. The first call of an integration. */
export const testKey = operation({
  id: 'testKey',
  method: 'GET',
  path: `${walletServiceBase}/test`,
  tag: 'Test',
  summary: 'Try an API key',
  permission: null,
  query: z.strictObject({}),
  data: resultSuccess,
  failures: [...keyFailures, validationFailure],
});
