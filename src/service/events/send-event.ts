import { request } from 'undici';
import { formatCount } from '#domain/format.ts';
import { isLoopbackName } from '#domain/loopback-name.ts';
import { guardedAgent, PrivateAddressError } from '#http/guarded-agent.ts';
import { isLoopbackAddress, isPublicAddress } from '#http/private-address.ts';

export type SendingRules = {
  /** Whether events may go to this machine, over http too. */
  allowLoopback: boolean;
  timeoutMs?: number;
};

const defaultTimeoutMs = 10_000;

/** Why events can't go there, for the person who enters it; undefined: they can, as far as the text tells. */
export function objectionTo(url: URL, { allowLoopback }: SendingRules): string | undefined {
  if (isLoopbackName(url.hostname)) {
    return allowLoopback ? undefined : 'Enter the URL of another machine. Events aren’t sent to this one.';
  }
  if (url.protocol !== 'https:') return 'Enter a URL that starts with https://.';
  try {
    void agentFor(url).destroy();
    return undefined;
  } catch {
    return 'Enter a public URL. Events aren’t sent to private networks.';
  }
}

/** `error`: why it wasn't delivered, as a sentence. */
export type Sending =
  | { outcome: 'delivered' }
  | { outcome: 'failed'; error: string }
  | { outcome: 'stopped' };

/** Sends an event once, to no address of a private network. Only a status of 2xx says that it has arrived. */
export async function sendEvent(
  address: string,
  body: string,
  { stopping, ...rules }: SendingRules & { stopping: AbortSignal },
): Promise<Sending> {
  const { timeoutMs = defaultTimeoutMs } = rules;
  const url = new URL(address);
  // The rules may have changed since it was entered.
  const objection = objectionTo(url, rules);
  if (objection !== undefined) return { outcome: 'failed', error: privateMessage };
  const agent = agentFor(url);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const { statusCode: status, body: response } = await request(url, {
      dispatcher: agent,
      method: 'POST',
      signal: AbortSignal.any([timeout, stopping]),
      headers: { 'content-type': 'application/json', 'user-agent': 'wallet-console' },
      body,
    });
    // What it says beyond the status is of no interest, and the connection is closed before it is read.
    response.on('error', () => undefined).destroy();
    return status >= 200 && status < 300
      ? { outcome: 'delivered' }
      : { outcome: 'failed', error: statusMessage(status) };
  } catch (error) {
    if (stopping.aborted) return { outcome: 'stopped' };
    const message = timeout.aborted
      ? `It didn’t respond within ${formatCount(timeoutMs / 1000, 'second')}.`
      : messageOf(error);
    return { outcome: 'failed', error: message };
  } finally {
    await agent.destroy();
  }
}

/** A name for this machine leads to it alone, every other one to addresses that everyone reaches. */
function agentFor(url: URL) {
  return guardedAgent(url, isLoopbackName(url.hostname) ? isLoopbackAddress : isPublicAddress);
}

function statusMessage(status: number): string {
  return status >= 300 && status < 400
    ? `It responded with a redirect (${status}), which isn’t followed.`
    : `It responded with status ${status}.`;
}

const privateMessage = 'It leads to an address of a private network, where events aren’t sent.';

const messages: Partial<Record<string, string>> = {
  ENOTFOUND: 'The host name wasn’t found.',
  EAI_AGAIN: 'The host name couldn’t be looked up.',
  ECONNREFUSED: 'It refused the connection.',
  UND_ERR_CONNECT_TIMEOUT: 'It couldn’t be reached.',
  ETIMEDOUT: 'It couldn’t be reached.',
  EHOSTUNREACH: 'It couldn’t be reached.',
  ENETUNREACH: 'It couldn’t be reached.',
  CERT_HAS_EXPIRED: 'Its TLS certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its TLS certificate is for another host.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its TLS certificate isn’t trusted.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its TLS certificate isn’t trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its TLS certificate isn’t trusted.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Its TLS certificate isn’t trusted.',
};

function messageOf(error: unknown): string {
  if (error instanceof PrivateAddressError) return privateMessage;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return messages[code] ?? 'The connection failed.';
}
