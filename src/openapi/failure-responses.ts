import { bodyFailures, commonFailures } from '#contract/failures.ts';
import type { Failure, Operation } from '#contract/operation.ts';
import type { FailureExample, JsonSchema, OperationDoc } from '#contract/wallet-service/describe.ts';
import type { ExampleObject, OpenApiDocument, Reference, ResponseObject } from './openapi-types.ts';

export const failureSchemas = {
  Failure: {
    type: 'object',
    description: 'The envelope of a failure.',
    properties: {
      code: { type: 'string', pattern: String.raw`^\d{3}$`, description: 'The status as text.' },
      error_code: {
        type: 'string',
        enum: ['request', 'system', 'not_found'],
        description: 'The kind of failure.',
      },
      error_message: { type: 'string', description: 'What went wrong, as a message for people.' },
      data: {
        type: ['object', 'null'],
        description: 'More about it. For a validation failure: parameter or field → the rule that it breaks.',
      },
    },
    required: ['code', 'error_code', 'error_message', 'data'],
  },
} satisfies Record<string, JsonSchema>;

function count(description: string, minimum = 0) {
  return { description, schema: { type: 'integer', minimum } };
}

export const responseHeaders = {
  'x-request-id': {
    description: 'Names the request in the service’s logs.',
    schema: { type: 'string', format: 'uuid' },
  },
  'retry-after': count('How many seconds to wait before the next request.'),
  'ratelimit-limit': count('How many requests the key may make in a minute. Only where a limit is set.', 1),
  'ratelimit-remaining': count('How many of them are left.'),
  'ratelimit-reset': count('In how many seconds the minute ends.'),
} satisfies OpenApiDocument['components']['headers'];

const refer = (name: keyof typeof responseHeaders) => ({ [name]: { $ref: `#/components/headers/${name}` } });

export const commonHeaders = {
  ...refer('x-request-id'),
  ...refer('ratelimit-limit'),
  ...refer('ratelimit-remaining'),
  ...refer('ratelimit-reset'),
};

type Documented = { operation?: Operation; doc?: OperationDoc };

function responseOf(failures: readonly Failure[], documented: Documented): ResponseObject {
  const examples = failures.map((failure): [string, ExampleObject] => [
    slug(failure.when),
    example(failure, documented),
  ]);
  const isLimit = failures.some(({ status }) => status === 429 || status === 503);
  return {
    description: failures.map(({ when }) => `${when}.`).join('\n\n'),
    headers: isLimit ? { ...commonHeaders, ...refer('retry-after') } : commonHeaders,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Failure' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** What reads the same at every operation, by status. */
const sharedNames: Readonly<Record<number, string>> = {
  401: 'UnknownKey',
  413: 'BodyTooLarge',
  415: 'NotJson',
  429: 'TooManyRequests',
  500: 'ServerError',
  503: 'Busy',
};
const sharedFailures = new Set<Failure>([...commonFailures, ...bodyFailures]);

export const sharedResponses: Record<string, ResponseObject> = Object.fromEntries(
  [...sharedFailures].flatMap((failure) => {
    const name = sharedNames[failure.status];
    return name === undefined ? [] : [[name, responseOf([failure], {})]];
  }),
);

/** The operation's failures by status, each with an example. */
export function failureResponses(
  operation: Operation,
  doc: OperationDoc,
): Record<string, ResponseObject | Reference> {
  const statuses = [...new Set(operation.failures.map(({ status }) => status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const failures = operation.failures.filter((failure) => failure.status === status);
      const name = failures.every((failure) => sharedFailures.has(failure)) ? sharedNames[status] : undefined;
      return [
        status,
        name === undefined
          ? responseOf(failures, { operation, doc })
          : { $ref: `#/components/responses/${name}` },
      ];
    }),
  );
}

function slug(when: string): string {
  return when
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '');
}

function example(failure: Failure, documented: Documented): ExampleObject {
  const { message, data = null } = exampleMessage(failure, documented);
  return {
    summary: failure.when,
    value: { code: String(failure.status), error_code: failure.errorCode, error_message: message, data },
    ...(failure.isDecided && { 'x-decided': true }),
  };
}

function exampleMessage(failure: Failure, { operation, doc }: Documented): FailureExample {
  const own = doc?.failures?.[failure.when];
  if (own !== undefined) return own;
  switch (failure.status) {
    case 400: {
      if (failure.errorCode === 'system') {
        const needed = String(operation?.permission);
        return { message: `The API key lacks permission for this action: it needs ${needed}` };
      }
      const [[name, rule] = ['', ''], ...others] = Object.entries(doc?.invalid ?? {});
      const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
      return { message: `Validation failed: ${name}: ${rule}${more}`, data: doc?.invalid };
    }
    case 401:
      return { message: 'API key not recognized. It may have been revoked' };
    case 413:
      return { message: 'The body is larger than 256 KiB' };
    case 415:
      return { message: 'The body must be JSON. Send the header content-type: application/json' };
    case 429:
      return { message: 'Too many requests with this key (limit: 6000 per minute). Try again in 12 seconds' };
    case 500:
      return { message: 'Something went wrong on the server. Find the request ID in its log' };
    case 503:
      return { message: 'The service is busy. Try again in a few seconds' };
    case 403:
    case 404:
    case 405:
    case 409:
    case 502:
    case 504:
      return { message: failure.when };
    default:
      return failure.status satisfies never;
  }
}
