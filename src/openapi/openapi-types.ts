import type { JsonSchema } from '#contract/wallet-service/describe.ts';

/** The parts of OpenAPI 3.1 that our document uses. */
export type OpenApiDocument = {
  openapi: string;
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  security: Record<string, string[]>[];
  tags: readonly { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    securitySchemes: Record<string, { type: string; in: string; name: string; description: string }>;
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ResponseObject>;
    headers: Record<string, { description: string; schema: JsonSchema }>;
  };
};

export type OperationObject = {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  parameters?: ParameterObject[];
  requestBody?: { required: true; content: { 'application/json': MediaType } };
  responses: Record<string, ResponseObject | Reference>;
  /** The permission that a key must hold; null: any valid key will do. */
  'x-permission': string | null;
  /** Whether the published interface shows the operation, or only names it. */
  'x-decided': boolean;
  /** What the published interface leaves open about it, and how we decided. */
  'x-decisions': readonly string[];
};

export type Reference = { $ref: string };

export type ParameterObject = {
  name: string;
  in: 'query';
  required: boolean;
  description: string;
  schema: JsonSchema;
  example: unknown;
  'x-decided': boolean;
};

export type MediaType = { schema: JsonSchema; examples: Record<string, ExampleObject> };

export type ExampleObject = { summary: string; value: unknown; 'x-decided'?: boolean };

export type ResponseObject = {
  description: string;
  headers: Record<string, { $ref: string }>;
  content: { 'application/json': MediaType };
};
