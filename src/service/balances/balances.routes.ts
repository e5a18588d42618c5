import { getUserBalances as operation } from '#contract/wallet-service/balances.ts';
import { serve } from '#http/serve.ts';
import type { ServiceHost } from '../service-host.ts';
import { getUserBalances } from './balances.store.ts';

export function registerBalances(host: ServiceHost): void {
  serve(host, operation, async ({ caller: { accountId } }) => ({
    user_id: accountId,
    result: 'success',
    balances: await getUserBalances(host.db, accountId),
  }));
}
