import { earlyResponsesName, sessionChangeKey } from '#contract/early-responses.ts';

/** When it was requested and when it arrived, in milliseconds since 1970 by this machine's clock. */
export type EarlyResponse = { response: Response; askedAt: number; arrivedAt: number };

/** What the page that the gateway sends came with, or has requested before its scripts were there. */
type EarlyResponses = {
  /** What the storage said about the session then. */
  sessionChange: string | null;
  /** The responses by what they answer (see `requestName`). Undefined if none came. */
  responses: Map<string, Promise<EarlyResponse | undefined>>;
  /** Whether all that the server drew the page with is among them. */
  isWhole?: true;
  /**
   * The letters and signs that were pressed before anything listened to them, and the keys that open the search for
   * everything. They are given once, and none after.
   */
  takeKeys: () => EarlyKey[];
};

/** What a repeated key press needs. */
type EarlyKey = { key: string; ctrlKey: boolean; metaKey: boolean };

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with the library's.
  interface Window {
    [earlyResponsesName]?: EarlyResponses;
  }
}

/** The latest of a page's early requests comes no later than this after its scripts have started. */
const longestMs = 5_000;
const startedAt = Date.now();

/**
 * The response to a request that the server answered with the page, or that the page made early, at most once:
 * undefined if there is none, if it failed, and after a sign-in or sign-out in the meantime. Then the caller requests it.
 * `request` is its name (see `requestName`).
 */
export async function takeEarlyResponse(
  request: string,
  signal: AbortSignal,
): Promise<EarlyResponse | undefined> {
  const early = globalThis.window?.[earlyResponsesName];
  const response = early?.responses.get(request);
  if (early === undefined || response === undefined) return undefined;
  early.responses.delete(request);
  if (Date.now() - startedAt > longestMs) forgetEarlyResponses();
  else if ((await untilAborted(response, signal))?.response.ok && early.sessionChange === sessionChange()) {
    return await response;
  }
  return undefined;
}

/** Whether the page came with all the responses that the server drew it with. */
export function isGivenWhole(): boolean {
  return globalThis.window?.[earlyResponsesName]?.isWhole === true;
}

/** The keys that were pressed before the page was drawn, such as shortcuts, in their order. */
export function takeEarlyKeys(): EarlyKey[] {
  return globalThis.window?.[earlyResponsesName]?.takeKeys() ?? [];
}

/** They are from before the change, or from another session. */
export function forgetEarlyResponses(): void {
  globalThis.window?.[earlyResponsesName]?.responses.clear();
}

async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason as Error);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function sessionChange(): string | null {
  try {
    return localStorage.getItem(sessionChangeKey);
  } catch {
    return null;
  }
}
