import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '#contract/operation.ts';
import { parseJson } from '#domain/json.ts';

/** What a provider answered, as it wrote it. `body` is undefined where the text is no JSON. */
export type Reply = { status: number; text: string; body: unknown; headers: Headers };

type Call = {
  query?: Record<string, string>;
  body?: unknown;
  /** Sent as it is instead of `body`. */
  text?: string;
  /** The key; undefined: the one that is checked with, null: none. */
  token?: string | null;
  contentType?: string;
  /** Another method or path than the operation's own. */
  method?: string;
  path?: string;
};

/** A provider of the interface, asked over HTTP as any caller would. */
export type Provider = { call: (operation: Operation, call?: Call) => Promise<Reply> };

/** A check would have to send something other than a GET, and may not: nothing was sent. */
export class NeedsWriteError extends Error {
  override readonly name = 'NeedsWriteError';
  override readonly message = 'needs --write';
}

/**
 * The same provider, to which only GET requests are ever sent, whatever a check tries: any other one could change
 * or cost something, even one that should be refused. Throws a NeedsWriteError instead of sending it.
 */
export function readOnly({ call }: Provider): Provider {
  return {
    call: async (operation, request) => {
      if ((request?.method ?? operation.method) !== 'GET') throw new NeedsWriteError();
      return await call(operation, request);
    },
  };
}

/** The provider did not answer. The message says what happened instead, and never the key. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

const longestAnswer = 20 * 1024 * 1024;
/** How long a provider is waited for that was asked too often, and how often. */
const longestWaitSeconds = 60;
const mostWaits = 5;

/**
 * `url` ends with the version prefix, `https://provider.example/api/prod/v1`. A provider that is asked too often is given
 * the time it asks for.
 */
export function connectProvider(url: URL, token: string, timeoutMs: number): Provider {
  const base = url.href.replace(/\/+$/, '');
  const once: Provider['call'] = async (operation, call = {}) => {
    const path = call.path ?? operation.path.replace(/^\/api\/prod\/v1/, '');
    const query = new URLSearchParams(call.query).toString();
    const payload = call.text ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
    const key = call.token === undefined ? token : call.token;
    try {
      const response = await fetch(`${base}${path}${query === '' ? '' : `?${query}`}`, {
        method: call.method ?? operation.method,
        redirect: 'manual',
        headers: {
          // So that compression can be seen for what it is.
          'accept-encoding': 'identity',
          ...(key !== null && { token: key }),
          ...(payload !== undefined && { 'content-type': call.contentType ?? 'application/json' }),
        },
        ...(payload !== undefined && { body: payload }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await readText(response);
      return { status: response.status, headers: response.headers, text, body: jsonOf(text) };
    } catch (error) {
      throw new NoAnswerError(reasonOf(error, timeoutMs), { cause: error });
    }
  };
  return {
    call: async (operation, call) => {
      for (let waits = 0; ; waits += 1) {
        const reply = await once(operation, call);
        if (reply.status !== 429 || waits === mostWaits) return reply;
        const seconds = Number.parseFloat(reply.headers.get('retry-after') ?? '1');
        await sleep(Math.min(Number.isNaN(seconds) ? 1 : seconds, longestWaitSeconds) * 1000);
      }
    },
  };
}

async function readText(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestAnswer) throw new Error('the answer does not end');
  }
  return text;
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'no response';
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`;
  // A host with several addresses fails on each of them; the error that holds these says nothing itself.
  const cause: unknown = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause;
  return cause instanceof Error ? cause.message : error.message;
}
