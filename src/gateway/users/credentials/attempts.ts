import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { addressOf, clientOf } from '#http/client-address.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SignInThrottle } from '../../sessions/sign-in-throttle.ts';

/**
 * Counts an attempt to sign in as failed, for its address and for the user who is meant, if any, until its work shows that
 * no proof was wrong: any other failure than a 401 doesn't count. Throws the 429 when it comes too early for either.
 */
export async function countAttempt<T>(
  throttle: SignInThrottle,
  request: FastifyRequest,
  emailKey: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const client = clientOf(addressOf(request));
  const entered: string[] = [];
  const takeBack = async (): Promise<void> => {
    for (const each of entered) await throttle.takeBack(each);
  };
  try {
    await throttle.enter(client);
    entered.push(client);
    if (emailKey !== undefined) {
      const user = `user ${createHash('sha256').update(emailKey).digest('hex')}`;
      await throttle.enter(user, 'for this user');
      entered.push(user);
    }
    const result = await work();
    await takeBack();
    return result;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) {
      request.log.warn({ client }, 'sign-in failed');
    } else {
      await takeBack();
    }
    throw error;
  }
}
