import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import * as client from 'openid-client';
import * as z from 'zod/mini';
import { isLoopbackName } from '#domain/loopback-name.ts';
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

const REQUEST_SECONDS = 10;
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

/** The company's OpenID Connect provider. It is asked for its description when somebody first signs in. */
export function createIdentityProvider(settings: IdentityProviderSettings) {
  const { issuer, clientId, clientSecret, scopes, groupsClaim } = settings;
  let discovered: Promise<client.Configuration> | undefined;

  const discover = async (): Promise<client.Configuration> => {
    discovered ??= client.discovery(issuer, clientId, clientSecret, undefined, {
      timeout: REQUEST_SECONDS,
      // Other http addresses are refused at the start.
      ...(isLoopbackName(issuer.hostname) && { execute: [client.allowInsecureRequests] }),
    });
    try {
      return await discovered;
    } catch (error) {
      // The next one asks again.
      discovered = undefined;
      throw new IdentityProviderError('The identity provider can’t be reached', { cause: error });
    }
  };

  return {
    /** Where the browser is sent, and what it must bring back. `isAgain`: whoever is signed in there signs in anew. */
    begin: async (redirectUri: string, isAgain: boolean): Promise<{ url: URL; checks: Checks }> => {
      const config = await discover();
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
    /** Who the answer in the URL is about. Throws for an answer that isn't one to these checks. */
    finish: async (
      answer: URL,
      { state, nonce, codeVerifier }: Checks,
      isAgain: boolean,
    ): Promise<Identity> => {
      const config = await discover();
      const tokens = await client.authorizationCodeGrant(config, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        ...(isAgain && { maxAge: 60 }),
      });
      const inToken = z.parse(claimsOf, tokens.claims());
      const userinfo = config.serverMetadata().userinfo_endpoint;
      const more =
        userinfo === undefined ? {} : await client.fetchUserInfo(config, tokens.access_token, inToken.sub);
      const claims: Record<string, unknown> = { ...more, ...inToken };
      const groups = claims[groupsClaim];
      const email = claims['email_verified'] === true ? z.safeParse(text, claims['email']).data : undefined;
      return {
        issuer: config.serverMetadata().issuer,
        subject: inToken.sub,
        sid: inToken.sid ?? null,
        email: email ?? null,
        name: z.safeParse(text, claims['name']).data ?? null,
        groups: (Array.isArray(groups) ? groups : [groups]).filter((each) => typeof each === 'string'),
      };
    },
    /** What a logout token says; undefined for one that isn't the provider's, to us, and new enough. */
    readLogout: async (token: string): Promise<Logout | undefined> => {
      const { issuer: name, jwks_uri: keysUri } = (await discover()).serverMetadata();
      if (keysUri === undefined) return undefined;
      try {
        const keys = createRemoteJWKSet(new URL(keysUri), { timeoutDuration: REQUEST_SECONDS * 1000 });
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
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
