import * as z from 'zod/mini';

/** Every path of the wallet service starts with it; the version travels in it. */
export const walletServiceBase = '/api/prod/v1';

/** The payload of an operation that has nothing to tell but that it worked. */
export const resultSuccess = z.object({ result: z.literal('success') });
