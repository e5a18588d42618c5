import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { testKey } from '#contract/wallet-service/test.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Tables } from '#database/tables.ts';
import { serve } from '#http/serve.ts';
import { type AmlSettings, registerAml } from './aml/aml.routes.ts';
import { registerBalances } from './balances/balances.routes.ts';
import { registerExchanges } from './exchanges/exchanges.routes.ts';
import { authorize, findCaller, findOwner, type KeyRules } from './keys/authenticate.ts';
import type { ServiceHost } from './service-host.ts';
import { registerTransactions } from './transactions/transactions.routes.ts';
import { registerWallets } from './wallets/wallets.routes.ts';
import { registerWithdrawals, type WithdrawalSettings } from './withdrawals/withdrawals.routes.ts';

export type ServiceDeps = KeyRules & {
  /** Migrated, and prepared by `prepareAddresses`. */
  db: Kysely<Tables>;
  /** Where the service is reached from outside (`PUBLIC_URL`); undefined: wherever the request was sent to. */
  publicUrl?: string | undefined;
  withdrawals?: WithdrawalSettings | undefined;
  aml?: AmlSettings | undefined;
};

/** Adds the wallet service's routes to an app or a scope of one. Callers are known by the `token` header. */
export function registerService(app: FastifyInstance, deps: ServiceDeps): void {
  const { db, publicUrl } = deps;
  const host: ServiceHost = {
    app,
    db,
    publicUrl,
    authorize: async (request, operation) => await authorize(db, request, operation, deps),
  };
  serve(host, testKey, async () => ({ result: 'success' as const }));
  registerWallets(host);
  registerBalances(host);
  registerTransactions(host);
  registerExchanges(host);
  registerWithdrawals(host, deps.withdrawals);
  registerAml(host, deps.aml);
}

/** Who holds the key and what it may do; undefined when the service does not know the key. */
export async function describeKey(
  db: Kysely<Tables>,
  token: string,
  rules: KeyRules,
): Promise<{ accountId: string; keyName: string; permissions: readonly Permission[] } | undefined> {
  return await findCaller(db, token, rules);
}

/** Whose key it is or was, also of one that no longer works; undefined when the service never knew the key. */
export async function identifyKey(
  db: Kysely<Tables>,
  token: string,
  rules: KeyRules,
): Promise<{ accountId: string; keyName: string } | undefined> {
  return await findOwner(db, token, rules);
}
