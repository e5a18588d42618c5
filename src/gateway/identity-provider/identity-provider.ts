import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import * as client from 'openid-client';
import * as z from 'zod/mini';
import { userEmail, userName } from '#contract/gateway/users.ts';
import { isLoopbackName } from '#domain/loopback-name.ts';
import { identityProviderPaths } from '#contract/gateway/identity-provider.ts';
import type { GroupRoles } from './group-roles.ts';

export type IdentityProviderSettings = {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  /** What people call it. */
  name: string;
  /** Separated by spaces. */
  scopes: string;
  /** The claim that has the names of a user's groups. */
  groupsClaim: string;
  roles: GroupRoles;
};

/** What the console must be registered with at the provider. */
export function addressesForProvider(publicUrl: URL): { redirectUri: string; logoutUri: string } {
  const addressOf = (path: string) => new URL(path.slice(1), publicUrl).href;
  const { callback, backChannelLogout: logout } = identityProviderPaths;
  return { redirectUri: addressOf(callback), logoutUri: addressOf(logout) };
}

/** What a browser must bring back with the answer. */
export type Checks = { state: string; nonce: string; codeVerifier: string };

/** Who signed in, as the provider says. */
export type Identity = {
  issuer: string;
  subject: string;
  /** The provider's session; null if it doesn't name it. */
  sid: string | null;
  /** Null unless the provider has verified it. */
  email: string | null;
  name: string | null;
  groups: string[];
};

/** Whose sessions end: those of a session of the provider, or all of a subject. */
export type Logout = { issuer: string; subject: string | null; sid: string | null; id: string };

/** The provider can't be reached, or isn't one. */
export class IdentityProviderError extends Error {
  override readonly name = 'IdentityProviderError';
}

/** The provider doesn't accept the console's client ID or secret. */
export class ClientRefusedError extends Error {
  override readonly name = 'ClientRefusedError';
}

const REQUEST_SECONDS = 10;
/** How far the provider's clock may be behind. */
const CLOCK_SKEW_SECONDS = 30;
const backChannelLogout = 'http://schemas.openid.net/event/backchannel-logout';
const text = z.string().check(z.minLength(1), z.maxLength(255));
const claimsOf = z.looseObject({ sub: text, sid: z.optional(text) });
const logoutClaims = z.looseObject({
  jti: text,
  sub: z.optional(text),
  sid: z.optional(text),
  nonce: z.optional(z.undefined()),
  events: z.record(z.string(), z.looseObject({})),
});

/** The company's OpenID Connect provider. It is asked for its description once. */
export function createIdentityProvider(settings: IdentityProviderSettings) {
  const { issuer, clientId, clientSecret, scopes, groupsClaim } = settings;
  let discovered: Promise<Discovered> | undefined;

  const discover = async (): Promise<Discovered> => {
    discovered ??= discoverProvider(issuer, clientId, clientSecret);
    try {
      return await discovered;
    } catch (error) {
      // The next one asks again.
      discovered = undefined;
      throw unreachable(error);
    }
  };

  return {
    /** Throws `IdentityProviderError` for a provider that doesn't respond, or whose description can't be used. */
    check: async (): Promise<void> => void (await discover()),
    /** Where the browser is sent, and what it must bring back. `isAgain`: whoever is signed in there signs in anew. */
    begin: async (redirectUri: string, isAgain: boolean): Promise<{ url: URL; checks: Checks }> => {
      const { config } = await discover();
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: scopes,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
        ...(isAgain && { prompt: 'login', max_age: '0' }),
      });
      return { url, checks };
    },
    /**
     * Who the answer in the URL is about. `againWithinSeconds`: whoever it is must have signed in anew since then. Throws
     * `IdentityProviderError` for a provider that doesn't respond, `ClientRefusedError` for one that doesn't accept the console,
     * and another error for an answer that isn't one to these checks.
     */
    finish: async (answer: URL, checks: Checks, againWithinSeconds?: number): Promise<Identity> => {
      const { config } = await discover();
      const { inToken, more } = await askForClaims(config, answer, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.codeVerifier,
        ...(againWithinSeconds !== undefined && { maxAge: againWithinSeconds + CLOCK_SKEW_SECONDS }),
      });
      const claims: Record<string, unknown> = { ...more, ...inToken };
      const groups = claims[groupsClaim];
      const email =
        claims['email_verified'] === true ? z.safeParse(userEmail, claims['email']).data : undefined;
      return {
        issuer: config.serverMetadata().issuer,
        subject: inToken.sub,
        sid: inToken.sid ?? null,
        email: email ?? null,
        name: z.safeParse(userName, claims['name']).data ?? null,
        groups: (Array.isArray(groups) ? groups : [groups]).filter((each) => typeof each === 'string'),
      };
    },
    /**
     * What a logout token says; undefined for one that isn't the provider's, to us, and new enough. Throws
     * `IdentityProviderError` while the provider doesn't tell its keys.
     */
    readLogout: async (token: string): Promise<Logout | undefined> => {
      const { config, keys } = await discover();
      const name = config.serverMetadata().issuer;
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer: name,
          audience: clientId,
          maxTokenAge: '2 minutes',
          requiredClaims: ['iat', 'jti', 'events'],
        });
        const { data: claims } = z.safeParse(logoutClaims, payload);
        if (claims === undefined || !Object.hasOwn(claims.events, backChannelLogout)) return undefined;
        const { sub: subject = null, sid = null, jti: id } = claims;
        return subject === null && sid === null ? undefined : { issuer: name, subject, sid, id };
      } catch (error) {
        if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError))
          throw unreachable(error);
        return undefined;
      }
    },
  };
}

/** What the provider says of itself, and the keys it signs with, which are asked for as needed. */
type Discovered = { config: client.Configuration; keys: ReturnType<typeof createRemoteJWKSet> };

async function discoverProvider(issuer: URL, clientId: string, clientSecret: string): Promise<Discovered> {
  const config = await client.discovery(issuer, clientId, clientSecret, undefined, {
    timeout: REQUEST_SECONDS,
    execute: [
      client.enableNonRepudiationChecks,
      // Other http addresses are refused at the start.
      ...(isLoopbackName(issuer.hostname) ? [client.allowInsecureRequests] : []),
    ],
  });
  const { jwks_uri: keysUri } = config.serverMetadata();
  if (keysUri === undefined) throw new Error('The identity provider doesn’t say where its keys are.');
  const keys = createRemoteJWKSet(new URL(keysUri), { timeoutDuration: REQUEST_SECONDS * 1000 });
  return { config, keys };
}

async function askForClaims(
  config: client.Configuration,
  answer: URL,
  checks: client.AuthorizationCodeGrantChecks,
): Promise<{ inToken: z.output<typeof claimsOf>; more: Record<string, unknown> }> {
  try {
    const tokens = await requestTokens(config, answer, checks);
    const inToken = z.parse(claimsOf, tokens.claims());
    const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
    const more = hasMore ? await client.fetchUserInfo(config, tokens.access_token, inToken.sub) : {};
    return { inToken, more };
  } catch (error) {
    throw isOutage(error) ? unreachable(error) : error;
  }
}

async function requestTokens(
  config: client.Configuration,
  answer: URL,
  checks: client.AuthorizationCodeGrantChecks,
) {
  try {
    return await client.authorizationCodeGrant(config, answer, checks);
  } catch (error) {
    if (!isClientRefused(error)) throw error;
    throw new ClientRefusedError('The identity provider refused the client', { cause: error });
  }
}

/** Whether the token endpoint's error is about the client: some providers answer with a challenge in place of the error. */
function isClientRefused(error: unknown): boolean {
  if (error instanceof client.WWWAuthenticateChallengeError) return error.status === 401;
  return error instanceof client.ResponseBodyError && error.error === 'invalid_client';
}

/** Whether a request to the provider got no response, or one that says that it fails. */
function isOutage(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  if (!(error instanceof client.ClientError)) return false;
  const { code, cause } = error;
  return code === 'OAUTH_TIMEOUT' || (cause instanceof Response && cause.status >= 500);
}

function unreachable(cause: unknown): IdentityProviderError {
  return new IdentityProviderError('The identity provider can’t be reached', { cause });
}

/** Whether the provider answered that whoever was to sign in there didn't. */
export function isCancelled(error: unknown): boolean {
  return error instanceof client.AuthorizationResponseError && error.error === 'access_denied';
}
