import { describeLimitRefusal, type Limits } from '#contract/gateway/limits.ts';
import { ServiceError } from '#http/service-error.ts';

/** The failure of a request that a user's limits rule out. It always names the limits in its `data`. */
export function limitError(limits: Limits, message = describeLimitRefusal(limits)): ServiceError {
  return new ServiceError(403, message, {
    errorCode: 'system',
    data: { limits: { networks: [...limits.networks], wallet_tags: [...limits.wallet_tags] } },
  });
}
