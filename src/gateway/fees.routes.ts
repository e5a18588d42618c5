import { listWithdrawalFees } from '#contract/gateway/fees.ts';
import { type Host, serve } from '#http/serve.ts';
import type { SignedIn } from './console-host.ts';
import type { EmbeddedProvider } from './gateway-deps.ts';

/** `listFees`: left out with a remote wallet service, which states no fees. */
export function registerFeeRoutes(host: Host<SignedIn>, listFees: EmbeddedProvider['listFees'] | undefined) {
  serve(host, listWithdrawalFees, async () => ({ fees: listFees === undefined ? null : await listFees() }));
}
