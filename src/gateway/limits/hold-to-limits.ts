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
import type { SessionOf } from '../caller.ts';
import { isChanging } from '../same-origin.ts';
import { limitError } from './limit-error.ts';
import { type LimitRule, limitRules, type Touched } from './limit-rules.ts';
import { type Lookups, lookupsFor } from './lookups.ts';

const notListed = 'The wallet service doesn’t list this wallet, so we can’t check it against your limits';
const notAllListed =
  'The wallet service doesn’t list all wallets, and this one may be on another network, too, so we can’t check it against your limits';
const notConfirmed = 'We couldn’t confirm that this wallet is within your limits. Try again';

type Deps = Parameters<typeof lookupsFor>[0] & { sessionOf: SessionOf };

/**
 * Holds users to their limits in everything that they change, before it is handled or passed on to the wallet service. What
 * isn't known to be within the limits is refused. To be registered behind what finds sessions.
 */
export function holdToLimits(scope: FastifyInstance, { sessionOf, ...deps }: Deps): void {
  // Behind the body, and behind what roles say.
  scope.addHook('preHandler', async (request) => {
    const session = sessionOf(request);
    const limits = session?.user?.limits;
    if (session === undefined || limits === undefined || !isLimited(limits)) return;
    if (!isChanging(request.method) || request.routeOptions.config.isReading === true) return;
    const rule = findLimitRule(limits, operationOf(request));
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

/** Throws if no user with limits may use the operation. Returns the rule to check; undefined if limits don't apply. */
export function findLimitRule(
  limits: Limits,
  operationId: string | undefined,
): Extract<LimitRule, { operation: unknown }> | undefined {
  const rule = limitRules.get(operationId ?? '') ?? { refused: 'Users with limits can’t do this' };
  if ('refused' in rule) throw limitError(limits, describeLimitRefusal(limits, rule.refused));
  return 'free' in rule ? undefined : rule;
}

async function requireAllowed(limits: Limits, touched: Touched, lookups: Lookups): Promise<void> {
  switch (touched.kind) {
    case 'network': {
      if (isNetworkAllowed(limits, touched.network)) return;
      if (touched.network !== undefined) throw limitError(limits);
      throw limitError(limits, 'We couldn’t determine the network, so we can’t check it against your limits');
    }
    case 'untagged': {
      if (limits.wallet_tags.length === 0) return;
      throw limitError(limits, describeLimitRefusal(limits, touched.reason));
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
  const { found, isWhole, failure } = await findWallets(address);
  // The same address may be a wallet on several networks.
  const wallets = on === undefined ? found : found.filter(({ network }) => network === on);
  if (wallets.length === 0) {
    throw limitError(limits, failure === undefined ? notListed : notConfirmed);
  }
  if (on === undefined && !isWhole) {
    throw limitError(limits, failure === undefined ? notAllListed : notConfirmed);
  }
  for (const wallet of wallets) {
    if (!isNetworkAllowed(limits, wallet.network)) throw limitError(limits);
    if (hasTagLimit && !areTagsAllowed(limits, await tagsOf(wallet.address ?? address)))
      throw limitError(limits);
  }
}
