import { request } from 'undici';
import { formatCount } from '#domain/format.ts';
import {
  objectionToUrl,
  requestFailureMessage,
  statusMessage,
  type UrlObjection,
  userUrlAgent,
  type UserUrlRules,
} from '#http/user-url.ts';

/** `allowLoopback`: whether events may go to this machine, over http too. */
export type SendingRules = UserUrlRules & { timeoutMs?: number };

const defaultTimeoutMs = 10_000;

const objections = {
  loopback: 'Enter the URL of another machine. Events aren’t sent to this one.',
  'not https': 'Enter a URL that starts with https://.',
  private: 'Enter a public URL. Events aren’t sent to private networks.',
} as const satisfies Record<UrlObjection, string>;

/** Why events can't go there, for the person who enters it; undefined: they can, as far as the text tells. */
export function objectionTo(url: URL, rules: SendingRules): string | undefined {
  const objection = objectionToUrl(url, rules);
  return objection && objections[objection];
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
  if (objectionTo(url, rules) !== undefined) return { outcome: 'failed', error: privateMessage };
  const agent = userUrlAgent(url);
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
      : requestFailureMessage(error, privateMessage);
    return { outcome: 'failed', error: message };
  } finally {
    await agent.destroy();
  }
}

const privateMessage = 'It leads to an address of a private network, where events aren’t sent.';
