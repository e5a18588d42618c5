import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import {
  type newPasskeyResponse,
  type passkeyOptions,
  type passkeyResponse,
  passkeyTransports,
  type requestOptions,
} from '#contract/gateway/credentials.ts';
import type { PasskeyAvailability } from '#contract/gateway/sign-in.ts';
import { isLoopbackName } from '#domain/loopback-name.ts';
import { ServiceError } from '#http/service-error.ts';
import { newToken } from '../../tokens.ts';
import type { PublicSettings } from '../../same-origin.ts';

/** Where passkeys are made and used: WebAuthn's relying party, and the origins that its pages have. */
export type PasskeySite = { rpId: string; origins: string[] };

type Place = PasskeySite | Exclude<PasskeyAvailability, 'available'>;

const NAME = 'Wallet Console';
const TIMEOUT_MS = 5 * 60_000;
/** EdDSA, ES256 and RS256 in COSE: every authenticator has one of them. */
const algorithms = [-8, -7, -257];

/** Read with the first passkey: every start would wait for its hundreds of files. */
const webAuthn = async () => await import('@simplewebauthn/server');

/** Whether passkeys work where the console was opened. */
export function passkeyAvailability(request: FastifyRequest, place: PublicSettings): PasskeyAvailability {
  const found = findPlace(request, place);
  return typeof found === 'string' ? found : 'available';
}

/** Throws the 400 that says where passkeys work. */
export function requirePasskeySite(request: FastifyRequest, place: PublicSettings): PasskeySite {
  const found = findPlace(request, place);
  if (found === 'use-localhost') {
    throw new ServiceError(
      400,
      'Passkeys don’t work at an IP address. Open the console as localhost, or use a password',
    );
  }
  if (found === 'needs-https') {
    throw new ServiceError(
      400,
      'Passkeys need HTTPS and a domain name. Open the console at its https:// address, or use a password',
    );
  }
  return found;
}

function findPlace(request: FastifyRequest, { publicUrl }: PublicSettings): Place {
  if (publicUrl?.protocol === 'https:' && isName(publicUrl.hostname)) {
    return { rpId: publicUrl.hostname, origins: [publicUrl.origin] };
  }
  const host = request.host.toLowerCase();
  const hostname = URL.parse(`http://${host}`)?.hostname ?? '';
  const isLocal = isLoopbackName(hostname);
  if (!isName(hostname)) return isLocal ? 'use-localhost' : 'needs-https';
  // Browsers leave the header out on plain HTTP: with it, a proxy that isn't trusted ends TLS.
  const isSecure = request.protocol === 'https' || request.headers['sec-fetch-site'] !== undefined;
  if (!isSecure && !isLocal) return 'needs-https';
  return { rpId: hostname, origins: [`https://${host}`, ...(isLocal ? [`http://${host}`] : [])] };
}

function isName(hostname: string): boolean {
  return hostname !== '' && isIP(hostname) === 0 && !hostname.startsWith('[');
}

export function makePasskeyChallenge(): string {
  return newToken();
}

type PasskeyUser = { id: string; name: string; email: string };

/** What a browser makes a passkey from: one that says itself whose it is, and that needs a PIN or biometrics. */
export function creationOptionsFor(
  { rpId }: PasskeySite,
  { id, name, email }: PasskeyUser,
  { challenge, known }: { challenge: string; known: readonly { id: string; transports: string[] }[] },
): z.output<typeof passkeyOptions>['options'] {
  return {
    rp: { id: rpId, name: NAME },
    user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: name },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: TIMEOUT_MS,
    excludeCredentials: known.map((each) => ({
      id: each.id,
      type: 'public-key' as const,
      transports: knownTransports(each.transports),
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

/** What a browser signs in with. It names no passkey: the browser offers those that it has. */
export function requestOptionsFor({ rpId }: PasskeySite, challenge: string): z.output<typeof requestOptions> {
  return { rpId, challenge, timeout: TIMEOUT_MS, userVerification: 'required' };
}

export type NewPasskey = {
  credentialId: string;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
  isSynced: boolean;
};

/** Throws the 400 for a response to another challenge, from another site, or without a PIN or biometrics. */
export async function verifyNewPasskey(
  response: z.output<typeof newPasskeyResponse>,
  { challenge, site }: { challenge: string; site: PasskeySite },
): Promise<NewPasskey> {
  const { transports = [], ...rest } = response.response;
  const given: RegistrationResponseJSON = {
    ...response,
    response: { ...rest, transports: knownTransports(transports) },
    clientExtensionResults: {},
  };
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse({
    response: given,
    expectedChallenge: challenge,
    expectedOrigin: site.origins,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  if (verified?.registrationInfo === undefined) {
    throw new ServiceError(400, 'Your browser’s passkey couldn’t be verified. Try again');
  }
  const { credential, credentialBackedUp, credentialDeviceType } = verified.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: knownTransports(transports),
    isSynced: credentialBackedUp || credentialDeviceType === 'multiDevice',
  };
}

export type StoredPasskey = {
  credential_id: string;
  user_id: string;
  public_key: Buffer;
  sign_count: number;
};

/** The authenticator's new count; undefined if the response isn't one of this passkey, here and now. */
export async function verifyPasskey(
  response: z.output<typeof passkeyResponse>,
  passkey: StoredPasskey,
  { challenge, site }: { challenge: string; site: PasskeySite },
): Promise<number | undefined> {
  const { userHandle, ...rest } = response.response;
  const handle = Buffer.from(passkey.user_id).toString('base64url');
  if (userHandle !== undefined && userHandle !== handle) return undefined;
  const given: AuthenticationResponseJSON = { ...response, response: rest, clientExtensionResults: {} };
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await verifyAuthenticationResponse({
    response: given,
    expectedChallenge: challenge,
    expectedOrigin: site.origins,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.sign_count,
    },
  }).catch(() => undefined);
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined;
}

type Transport = (typeof passkeyTransports)[number];

function knownTransports(names: readonly string[]): Transport[] {
  return passkeyTransports.filter((each) => names.includes(each));
}
