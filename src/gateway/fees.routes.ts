import { listWithdrawalFees } from '#contract/gateway/fees.ts';
import { type Host, serve } from '#http/serve.ts';
import type { SignedIn } from './console-host.ts';
import type { EmbeddedProvider } from './gateway-deps.ts';

/** `listFees`: left out where the wallet service is somebody else's, which tells no fees. */
export function registerFeeRoutes(host: Host<SignedIn>, listFees: EmbeddedProvider['listFees'] | undefined) {
  serve(host, listWithdrawalFees, async () => ({ fees: listFees === undefined ? null : await listFees() }));
}
