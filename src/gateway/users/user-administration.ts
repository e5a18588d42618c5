import type { Kysely } from 'kysely';
import type { SignInMethods } from '#contract/gateway/sign-in-methods.ts';
import type { Tables } from '#database/tables.ts';
import type { Clock } from '#domain/time.ts';
import type { Host } from '#http/serve.ts';
import type { SessionOf } from '../caller.ts';
import type { SignedIn } from '../console-host.ts';
import type { PublicSettings } from '../same-origin.ts';
import type { KeyCipher } from '../sessions/key-cipher.ts';
import { createCheckNewKey } from './account-keys.ts';
import { registerAccountKeyRoutes } from './account-keys.routes.ts';
import { registerAccountRoutes } from './accounts.routes.ts';
import { registerSignInMethodRoutes } from './credentials/sign-in-methods.routes.ts';
import { registerRoleRoutes } from './roles.routes.ts';
import { registerUserRoutes } from './users.routes.ts';

type Deps = Parameters<typeof createCheckNewKey>[0] & {
  db: Kysely<Tables>;
  cipher: KeyCipher;
  now: Clock;
  sessionOf: SessionOf;
  place: PublicSettings;
  /** The company's. */
  identityProvider: SignInMethods['identity_provider'];
};

/** Who works in which account, with which key and roles, and how each user signs in. */
export function registerUserAdministration(host: Host<SignedIn>, deps: Deps): void {
  const keyDeps = { ...deps, checkNewKey: createCheckNewKey(deps) };
  registerUserRoutes(host, deps);
  registerAccountKeyRoutes(host, keyDeps);
  registerAccountRoutes(host, keyDeps);
  registerRoleRoutes(host, deps);
  registerSignInMethodRoutes(host, deps);
}
