import { isIP } from 'node:net';
import { parseResponse } from '#contract/parse-response.ts';
import { testKey } from '#contract/wallet-service/test.ts';
import { ServiceError } from '#http/service-error.ts';
import { retrySoon } from '#http/temporary-failures.ts';
import { isPrivateAddress } from '#http/private-address.ts';
import { isLarge } from '#http/thread-pool.ts';

type Asked = {
  host: string;
  isChanging: boolean;
  /** Whether the error came while a connection was made, on which nothing can have been sent. */
  isConnecting: boolean;
};

/** A provider gave no answer that can be read as one. */
export class NoAnswerError extends ServiceError {
  /** What happened, and nothing about what that means for what was asked. */
  readonly words: string;
  /** Whether what was asked for may have been done. */
  readonly mayBeDone: boolean;

  constructor(status: 502 | 504, words: string, { mayBeDone, caution = '' }: NoAnswer) {
    super(status, words + caution);
    this.name = 'NoAnswerError';
    this.words = words;
    this.mayBeDone = mayBeDone;
  }
}

type NoAnswer = { mayBeDone: boolean; caution?: string };

const timeouts = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** Connection errors: nothing listens there. */
const unreachable = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const brokenConnections = new Set([
  'UND_ERR_SOCKET',
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
]);

const certificateFailure = /CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO|CRL/;

/** The parser asserts where it meets what it has not asked for, such as a change of protocol. */
const brokenHttp = /^(?:HPE_|UND_ERR_|HTTPParserError$|ERR_ASSERTION$)/;

/** Whether the request may have been cut off by a connection that the provider had just given up. */
export function isBrokenConnection(error: unknown): boolean {
  return brokenConnections.has(codeOf(error));
}

/** The error for a provider that could not be asked; undefined if the fault is not the provider's. */
export function asProviderFailure(
  error: unknown,
  { host, isChanging, isConnecting }: Asked,
): NoAnswerError | undefined {
  const code = codeOf(error);
  const provider = `The wallet service at ${host}`;
  const asked = isConnecting ? neverAsked : maybeDone(isChanging);

  if (code === 'TimeoutError' || timeouts.has(code)) {
    const words = isConnecting ? 'couldn’t be reached in time' : 'didn’t respond in time';
    return new NoAnswerError(504, `${provider} ${words}. Try again later.`, asked);
  }
  if (isConnecting && unreachable.has(code)) {
    const advice = 'Check the network and WALLET_API_URL, then try again.';
    return new NoAnswerError(502, `${provider} can’t be reached (${code}). ${advice}`, asked);
  }
  if (isConnecting && certificateFailure.test(code)) {
    const words = `${provider} has an invalid certificate (${code}), so nothing was sent to it.`;
    return new NoAnswerError(502, words, asked);
  }
  if (brokenConnections.has(code) || unreachable.has(code) || certificateFailure.test(code)) {
    return new NoAnswerError(502, `${provider} closed the connection before it responded.`, asked);
  }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return tooLargeFailure(host, asked);
  if (brokenHttp.test(code)) {
    return new NoAnswerError(502, `${provider} sent an invalid HTTP response (${code}).`, asked);
  }
  return undefined;
}

export function tooLargeFailure(host: string, asked: NoAnswer = { mayBeDone: true }): NoAnswerError {
  const words = `The wallet service at ${host} sent a response that is too large. Request less at a time.`;
  return new NoAnswerError(502, words, asked);
}

const neverAsked: NoAnswer = { mayBeDone: false };

/** A change whose answer is lost may have been made: repeating it blindly could make it twice. */
function maybeDone(isChanging: boolean): NoAnswer {
  const caution = ' The change may have been made. Check before you try again.';
  return { mayBeDone: true, caution: isChanging ? caution : '' };
}

const namesInsteadOfCodes = new Set(['TimeoutError', 'HTTPParserError']);

/** The error's code, or its name if it has no code; that of the cause if there is neither. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return namesInsteadOfCodes.has(error.name) ? error.name : codeOf(error.cause);
}

export function badStatusFailure(host: string, status: number): NoAnswerError {
  const words = `The wallet service at ${host} responded with ${status}, which isn’t a valid HTTP status`;
  return new NoAnswerError(502, words, { mayBeDone: true });
}

/** These say that the same is to be asked elsewhere. Others are also used to show what has been done. */
const askedElsewhere = new Set([307, 308]);

/** The provider is slow, and the key's earlier requests still wait for it. Nothing was sent. */
export function tooManyWaiting(host: string): ServiceError {
  return new ServiceError(
    503,
    `The wallet service at ${host} is slow, and too many requests with this key wait for it. Try again in a few seconds`,
    { headers: retrySoon },
  );
}

/** A redirect is not followed: it would carry the key to a place that was not configured. */
export function redirectFailure(
  { status, location }: { status: number; location: string | undefined },
  { host, isChanging }: Pick<Asked, 'host' | 'isChanging'>,
): NoAnswerError {
  const target = location === undefined ? '' : ` to ${location.slice(0, 200)}`;
  const words = `The wallet service at ${host} redirects requests${target}. The console doesn’t follow redirects. Check WALLET_API_URL.`;
  return new NoAnswerError(502, words, askedElsewhere.has(status) ? neverAsked : maybeDone(isChanging));
}

/** A 403 that does not come from the interface comes from what guards the provider: its list of addresses. */
export function isRefusedAddress(status: number, body: string): boolean {
  if (status !== 403) return false;
  // No failure of the interface is so long, and parsing it would hold up other requests.
  if (isLarge(body)) return true;
  const answer = parseResponse(testKey, status, body, { query: {} });
  return !answer.ok && answer.kind === 'unreadable';
}

/** What to do about a refused address. `configured` is what the operator says that the provider sees. */
export function refusedAddressFailure(
  configured: string | undefined,
  socketAddress: string | undefined,
): ServiceError {
  const words = 'The provider doesn’t accept requests from this IP address';
  const address = configured ?? socketAddress;
  if (address === undefined) {
    return new ServiceError(403, `${words}. Register this machine's outgoing address with the provider`, {
      data: { outgoing_address: null },
    });
  }
  const isBehindRouter = configured === undefined && isIP(address) !== 0 && isPrivateAddress(address);
  const advice = isBehindRouter
    ? `This machine sends from ${address}, a private address. Register your router’s public address with the provider, and set OUTGOING_ADDRESS to it`
    : `Register ${address} with the provider`;
  return new ServiceError(403, `${words}. ${advice}`, { data: { outgoing_address: address } });
}
