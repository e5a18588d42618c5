import type * as z from 'zod/mini';
import type { ParameterMeaning } from './list-parameters.ts';
import type { ConsolePermission, Permission } from './permissions.ts';

/** What an operation's failure looks like to a caller: the status, the envelope's `error_code` and when it happens. */
export type Failure = {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 502 | 503 | 504;
  errorCode: 'request' | 'system' | 'not_found';
  when: string;
  /** The interface as published does not tell it: it is our decision. */
  isDecided?: true;
};

/**
 * One operation that travels over HTTP, as data. The server's routes, the typed client, the permission table
 * and the API document are all derived from it: adding an operation is adding one value and one handler.
 */
export type Operation = {
  /** Unique over all operations; the name of the thing done, in camel case. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** It changes nothing. It isn't a `GET` only because its parameters don't fit into a URL. */
  isReading?: true;
  /** The whole path, from the root. */
  path: string;
  tag: string;
  summary: string;
  /** The permission a key must hold; null where any valid key (or, for the gateway's own, any session) will do. */
  permission: Permission | null;
  /** Another permission that a key must hold as well. */
  otherPermission?: Permission;
  /** What a user's role must allow as well. Sessions of API keys and programs don't need it. */
  consolePermission?: ConsolePermission;
  /** It changes something for the whole account, so users with limits can't use it, whatever their roles allow. */
  isAccountWide?: true;
  /**
   * The caller must have proved within a few minutes who it is: an open session alone isn't enough. `true`: always; otherwise
   * if the body's field has one of the values.
   */
  needsReauthentication?: true | { field: string; values: readonly string[] };
  /** Query parameters, each read from text. Strict: an unknown parameter is a failure that names it. */
  query?: z.ZodMiniObject;
  /** The JSON body. Strict as well. */
  body?: z.ZodMiniObject;
  /** How large the body may be, where that is more than any other request's 256 KiB. */
  maximumBodyBytes?: number;
  /** The answer's `data`, without the rows of a list. */
  data: z.ZodMiniType;
  /**
   * The response may contain something that grants access: a key, what a session depends on, or a link that opens
   * without signing in. It is never compressed, since the length of a compressed response gives such text away (BREACH).
   */
  grantsAccess?: true;
  /** A list's rows: the key of `data` that holds them, and the shape of one. */
  rows?: {
    key: string;
    /** The field that identifies a row, in a list of the wallet service: what lacks it may be no row of the list. */
    id?: string;
    schema: z.ZodMiniObject;
    /** Where `data` says how many rows match in all. Default `count`. */
    count?: readonly string[];
    /** What the query's parameters say about the rows, by which an answer of a provider is checked. */
    parameters?: Readonly<Record<string, ParameterMeaning>>;
  };
  failures: readonly Failure[];
};

/** Whether it may change something: what the activity log records, and what is not simply asked again. */
export function isChange({ method, isReading }: Operation): boolean {
  return method !== 'GET' && isReading !== true;
}

/** Keeps the exact type of an operation while checking that it is one. */
export function operation<const O extends Operation>(value: O): O {
  return value;
}

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

/** The query after validation: defaults filled in, text turned into values. */
export type QueryOf<O extends Operation> = Output<O['query']>;

/** The body after validation. */
export type BodyOf<O extends Operation> = Output<O['body']>;

/** The shape of one row of a list operation. */
export type RowOf<O extends Operation> = O extends { rows: { schema: infer S extends z.ZodMiniType } }
  ? z.output<S>
  : never;

/** `data` as a handler gives it: for a list, the rows under their key. */
export type DataOf<O extends Operation> = O extends {
  rows: { key: infer K extends string; schema: infer S extends z.ZodMiniType };
}
  ? z.output<O['data']> & { [key in K]: z.output<S>[] }
  : z.output<O['data']>;
