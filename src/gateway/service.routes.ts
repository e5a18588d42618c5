import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Clock } from '#domain/time.ts';
import type { Host } from '#http/serve.ts';
import type { SessionOf } from './caller.ts';
import type { SignedIn } from './console-host.ts';
import { registerFeeRoutes } from './fees.routes.ts';
import type { EmbeddedProvider } from './gateway-deps.ts';
import { registerKnownWalletRoutes } from './known-wallets.routes.ts';
import { registerLedgerBalanceRoutes } from './ledger-balances.routes.ts';
import { registerLedgerCheckRoutes } from './ledger-check.routes.ts';
import { registerListSumsRoutes } from './list-sums.routes.ts';
import type { RemoteLists } from './whole-lists/sum-whole-list.ts';
import { registerWithdrawalReasonRoutes } from './withdrawal-reasons.routes.ts';

type Deps = {
  db: Kysely<Tables>;
  /** The lists of a remote provider; undefined with our own service. */
  remote: RemoteLists | undefined;
  sessionOf: SessionOf;
  now: Clock;
};

/** What the console knows beyond the published interface: from our own service, or as far as a provider's lists tell. */
export function registerServiceRoutes(
  host: Host<SignedIn>,
  own: EmbeddedProvider | undefined,
  { db, remote, sessionOf, now }: Deps,
): void {
  registerLedgerCheckRoutes(host, own?.ledgerChecks);
  registerFeeRoutes(host, own?.listFees);
  registerWithdrawalReasonRoutes(host, { reasons: own?.reasons, now });
  registerLedgerBalanceRoutes(host, { db, now, ledger: own?.ledger });
  registerListSumsRoutes(host, { sums: own?.sums, remote, sessionOf });
  registerKnownWalletRoutes(host, { wallets: own?.wallets, remote, sessionOf });
}
