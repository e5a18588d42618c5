import type { Agent } from 'undici';
import { isLoopbackName } from '#domain/loopback-name.ts';
import { guardedAgent, PrivateAddressError } from './guarded-agent.ts';
import { isLoopbackAddress, isPublicAddress } from './private-address.ts';

// URLs that users enter and the server requests. Such a request must not reach what only this machine can.

export type UserUrlRules = {
  /** Whether the URL may lead to this machine, over http too. */
  allowLoopback: boolean;
};

/** Why a URL isn't requested, as far as its text tells. */
export type UrlObjection = 'loopback' | 'not https' | 'private';

export function objectionToUrl(url: URL, { allowLoopback }: UserUrlRules): UrlObjection | undefined {
  if (isLoopbackName(url.hostname)) return allowLoopback ? undefined : 'loopback';
  if (url.protocol !== 'https:') return 'not https';
  try {
    void userUrlAgent(url).destroy();
    return undefined;
  } catch {
    return 'private';
  }
}

/**
 * Connects a name for this machine to it alone, and every other one to addresses that everyone reaches. Ask
 * `objectionToUrl` first. Destroy it after use.
 */
export function userUrlAgent(url: URL, options: Pick<Agent.Options, 'maxResponseSize'> = {}): Agent {
  return guardedAgent(url, isLoopbackName(url.hostname) ? isLoopbackAddress : isPublicAddress, options);
}

/** Why a request to it failed, as a sentence; `privateMessage` where it leads to a private network. */
export function requestFailureMessage(error: unknown, privateMessage: string): string {
  if (error instanceof PrivateAddressError) return privateMessage;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return messages[code] ?? 'The connection failed.';
}

/** What a status says that isn't a success, as a sentence. Redirects aren't followed: they may lead anywhere. */
export function statusMessage(status: number): string {
  return status >= 300 && status < 400
    ? `It responded with a redirect (${status}), which isn’t followed.`
    : `It responded with status ${status}.`;
}

const messages: Partial<Record<string, string>> = {
  ENOTFOUND: 'The host name wasn’t found.',
  EAI_AGAIN: 'The host name couldn’t be looked up.',
  ECONNREFUSED: 'It refused the connection.',
  UND_ERR_CONNECT_TIMEOUT: 'It couldn’t be reached.',
  ETIMEDOUT: 'It couldn’t be reached.',
  EHOSTUNREACH: 'It couldn’t be reached.',
  ENETUNREACH: 'It couldn’t be reached.',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'Its response is too large.',
  CERT_HAS_EXPIRED: 'Its TLS certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its TLS certificate is for another host.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its TLS certificate isn’t trusted.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its TLS certificate isn’t trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its TLS certificate isn’t trusted.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Its TLS certificate isn’t trusted.',
};
