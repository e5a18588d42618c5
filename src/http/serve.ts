import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { answerSchema } from '#contract/answer-schema.ts';
import type { BodyOf, DataOf, Operation, QueryOf } from '#contract/operation.ts';
import { requiredMessage } from '#contract/fields.ts';
import { ExactNumber } from '#domain/json.ts';
import { compileEncoder } from './answer-encoder.ts';
import { compressionOf } from './compression.ts';
import { sendSuccess } from './envelope.ts';
import { ServiceError, validationError } from './service-error.ts';

/** Where operations are served: the app, and how a request's caller is known and allowed. */
export type Host<Caller> = {
  app: FastifyInstance;
  /** Gives the caller, or throws the ServiceError that refuses it. Runs before the body is read. */
  authorize: (request: FastifyRequest, operation: Operation) => Promise<Caller>;
  /** Throws the ServiceError that refuses what only the body tells. Runs before anything is recorded. */
  authorizeBody?: (request: FastifyRequest, operation: Operation, body: unknown) => Promise<void>;
};

export type Call<O extends Operation, Caller> = {
  query: QueryOf<O>;
  body: BodyOf<O>;
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * Serves one operation of the contract: checks the caller, validates query and body, runs the handler, and
 * sends its data in the envelope, stripped to the contract's shape. Every operation goes through here.
 */
export function serve<O extends Operation, Caller>(
  host: Host<Caller>,
  operation: O,
  handler: (call: Call<O, Caller>) => Promise<DataOf<O>>,
): void {
  // Made for the first answer: a start would wait for those of all operations.
  let encode: ReturnType<typeof compileEncoder> | undefined;
  const callers = new WeakMap<FastifyRequest, { caller: Caller }>();
  const asked = new WeakMap<FastifyRequest, Pick<Call<O, Caller>, 'query' | 'body'>>();

  host.app.route({
    method: operation.method,
    url: operation.path,
    // The contract has no HEAD: it would do all the work of a GET and send nothing. Without it, a start is quicker too.
    exposeHeadRoute: false,
    ...(operation.maximumBodyBytes !== undefined && { bodyLimit: operation.maximumBodyBytes }),
    config: { operationId: operation.id, isReading: operation.isReading === true },
    ...compressionOf(operation),
    onRequest: async (request) => {
      callers.set(request, { caller: await host.authorize(request, operation) });
    },
    // Runs before any hooks of a scope, so that they never see an invalid request.
    preValidation: async (request) => {
      const query = validateQuery(operation, request.query) as QueryOf<O>;
      const body = validateBody(operation, request.body) as BodyOf<O>;
      await host.authorizeBody?.(request, operation, body);
      asked.set(request, { query, body });
    },
    handler: async (request, reply) => {
      const known = callers.get(request);
      const valid = asked.get(request);
      if (known === undefined || valid === undefined) throw new Error(`${operation.id} ran without a caller`);
      const data = await handler({
        ...valid,
        caller: known.caller,
        request,
        reply,
      });
      encode ??= compileEncoder(answerSchema(operation));
      return sendSuccess(reply, encode(data));
    },
  });
}

/** The query as the operation has it. Throws the validation failure that names each parameter. */
export function validateQuery(operation: Operation, query: unknown): unknown {
  const given = query as Record<string, string | string[]>;
  const repeated = Object.keys(given).filter((name) => Array.isArray(given[name]));
  if (repeated.length > 0) {
    throw validationError(Object.fromEntries(repeated.map((name) => [name, 'must be given once'])));
  }
  return validate(operation.query ?? z.strictObject({}), { ...given }, 'unknown parameter');
}

/** The body as the operation has it. Throws the validation failure that names each field. */
export function validateBody(operation: Operation, body: unknown): unknown {
  if (operation.body === undefined) return undefined;
  if (body === undefined) {
    throw new ServiceError(400, 'The request needs a JSON body', { data: { body: requiredMessage } });
  }
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  // A long number was read into an object of ours.
  if (!isObject || body instanceof ExactNumber) {
    throw validationError({ body: 'must be a JSON object' });
  }
  return validate(operation.body, body, 'unknown field');
}

function validate(schema: z.ZodMiniObject, value: unknown, unknownMessage: string): unknown {
  const read = z.safeParse(schema, value);
  if (read.success) return read.data;
  throw validationError(brokenRules(read.error, unknownMessage));
}

/** The rule that each field breaks. */
export function brokenRules(error: z.core.$ZodError, unknownMessage: string): Record<string, string> {
  const rules = new Map<string, string>();
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0])];
    const message = issue.code === 'unrecognized_keys' ? unknownMessage : issue.message;
    // A field's first broken rule is the one to fix first.
    for (const name of names) if (!rules.has(name)) rules.set(name, message);
  }
  return Object.fromEntries(rules);
}
