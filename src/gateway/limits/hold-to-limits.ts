import type { FastifyInstance } from 'fastify';
import {
  areTagsAllowed,
  describeLimitRefusal,
  isLimited,
  isNetworkAllowed,
  type Limits,
} from '#contract/gateway/limits.ts';
import { operationOf } from '#http/request-log.ts';
import { validateBody, validateQuery } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SessionOf } from '../caller.ts';
import { isChanging } from '../same-origin.ts';
import { type LimitRule, limitRules, type Touched } from './limit-rules.ts';
import { type Lookups, lookupsFor } from './lookups.ts';

const rules = new Map<string, LimitRule>(Object.entries(limitRules));

type Deps = Parameters<typeof lookupsFor>[0] & { sessionOf: SessionOf };

/**
 * Holds users to the limits of their roles in everything that they change, before it is handled or passed on to the wallet
 * service. What isn't known to be within the limits is refused. To be registered behind what finds sessions.
 */
export function holdToLimits(scope: FastifyInstance, { sessionOf, ...deps }: Deps): void {
  // Behind the body, and behind what roles say.
  scope.addHook('preHandler', async (request) => {
    const session = sessionOf(request);
    const limits = session?.user?.limits;
    if (session === undefined || limits === undefined || !isLimited(limits)) return;
    if (!isChanging(request.method) || request.routeOptions.config.isReading === true) return;
    const rule = requireUsable(limits, operationOf(request));
    if (rule === undefined) return;
    // Only documented fields are accepted: a provider may take an unknown one for another network or wallet.
    validateQuery(rule.operation, request.query);
    const body = validateBody(rule.operation, request.body);
    const lookups = lookupsFor(deps, session);
    const touched = await rule.find(body, lookups);
    const seen = new Set<string>();
    for (const each of touched) {
      const key = JSON.stringify(each);
      if (!seen.has(key)) await requireAllowed(limits, each, lookups);
      seen.add(key);
    }
  });
}

/**
 * Throws the failure for an operation that no user with limits can use, whatever it is asked for. Gives the rule that what it
 * changes must be held to; undefined: none.
 */
export function requireUsable(
  limits: Limits,
  operationId: string | undefined,
): Extract<LimitRule, { operation: unknown }> | undefined {
  const rule = rules.get(operationId ?? '');
  if (rule === undefined) throw refused(limits, 'It isn’t known what this changes');
  if ('refused' in rule) throw refused(limits, rule.refused);
  return 'free' in rule ? undefined : rule;
}

async function requireAllowed(limits: Limits, touched: Touched, lookups: Lookups): Promise<void> {
  switch (touched.kind) {
    case 'network': {
      if (isNetworkAllowed(limits, touched.network)) return;
      throw refused(limits, touched.network === undefined ? 'The network isn’t known' : undefined);
    }
    case 'untagged': {
      if (limits.wallet_tags.length === 0) return;
      throw refused(limits, touched.why);
    }
    case 'wallet': {
      await requireAllowedWallet(limits, touched, lookups);
    }
  }
}

async function requireAllowedWallet(
  limits: Limits,
  { address, network: on }: Extract<Touched, { kind: 'wallet' }>,
  { findWallets, tagsOf }: Lookups,
): Promise<void> {
  const hasTagLimit = limits.wallet_tags.length > 0;
  // The network is decided already.
  if (on !== undefined && !hasTagLimit) return;
  const found = await findWallets(address);
  // The same address may be a wallet on several networks.
  const wallets = on === undefined ? found : found.filter(({ network }) => network === on);
  if (wallets.length === 0) throw refused(limits, 'The wallet service doesn’t list this wallet');
  for (const wallet of wallets) {
    if (!isNetworkAllowed(limits, wallet.network)) throw refused(limits);
    if (hasTagLimit && !areTagsAllowed(limits, await tagsOf(wallet.address ?? address)))
      throw refused(limits);
  }
}

/** The failure that names the limits of a user's roles. */
function refused(limits: Limits, why?: string): ServiceError {
  return new ServiceError(403, describeLimitRefusal(limits, why), {
    errorCode: 'system',
    data: { limits: { networks: [...limits.networks], wallet_tags: [...limits.wallet_tags] } },
  });
}
