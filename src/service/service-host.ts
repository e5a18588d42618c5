import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Host } from '#http/serve.ts';
import type { Caller } from './keys/authenticate.ts';

/** What the routes of every resource stand on. */
export type ServiceHost = Host<Caller> & {
  app: FastifyInstance;
  db: Kysely<Tables>;
  /** Where the service is reached from outside; undefined: wherever the request was sent to. */
  publicUrl: string | undefined;
};
