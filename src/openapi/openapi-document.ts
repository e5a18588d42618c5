import type { Operation } from '#contract/operation.ts';
import { walletServiceBase } from '#contract/wallet-service/base.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { answerOf } from './answers.ts';
import type { JsonSchema } from '#contract/wallet-service/describe.ts';
import { docOf, tags } from './operation-docs.ts';
import { failureResponses, failureSchemas, responseHeaders, sharedResponses } from './failure-responses.ts';
import type { OpenApiDocument, OperationObject } from './openapi-types.ts';
import { bodyOf, parametersOf } from './requests.ts';

const introduction = `Wallets, balances, transactions, exchanges, withdrawals and AML reports of one account, which is the one that the API key belongs to.

Every answer, success or failure, is JSON in one envelope: \`code\` is the status as text; \`error_code\` is null, or one of \`request\`, \`system\` and \`not_found\`; \`error_message\` is null, or says what went wrong; \`data\` is what was asked for, or more about the failure: for a validation failure, the rule that each parameter breaks.

Amounts are exact. Where an amount is a JSON number it has all its digits, up to 18 decimals and more than a binary float can hold: read it as text or with a decimal library.

Every answer carries its request id in the header \`x-request-id\`: name it when you ask for help.

A path that there is not is answered with 404, a method that a path does not have with 405, in the same envelope. A parameter or field that an operation does not know is a validation failure that names it.

The interface is published by others, and leaves points open. What is marked as decided (\`x-decided\`) is how this service decides them: another provider of the interface may differ there.`;

/**
 * The OpenAPI 3.1 document of the wallet service, made from the contract and the descriptions beside it.
 * `baseUrl`: the service's URL without a trailing slash; without it, the document has paths only.
 */
export function makeOpenApiDocument(baseUrl = ''): OpenApiDocument {
  const components: Record<string, JsonSchema> = {};
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of walletServiceOperations) {
    const path = operation.path.slice(walletServiceBase.length);
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: operationObject(operation, components),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wallet Service',
      version: '1.0.0',
      summary: 'A custodial wallet service: wallets, balances, history, withdrawals and AML reports.',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${baseUrl}${walletServiceBase}`, description: 'This service' }],
    security: [{ token: [] }],
    tags,
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'token', description: 'The API key of the account.' },
      },
      schemas: { ...components, ...failureSchemas },
      responses: sharedResponses,
      headers: responseHeaders,
    },
  };
}

function operationObject(operation: Operation, components: Record<string, JsonSchema>): OperationObject {
  const doc = docOf(operation.id);
  const requestBody = bodyOf(operation, doc, components);
  const parameters = parametersOf(operation, doc, components);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [doc.text, permissionText(operation), ...decisionText(doc.decisions)].join('\n\n'),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      200: answerOf(operation, doc, components),
      ...failureResponses(operation, doc),
    },
    'x-permission': operation.permission,
    'x-decided': doc.isDecided,
    'x-decisions': doc.decisions,
  };
}

function permissionText({ permission }: Operation): string {
  return permission === null
    ? 'Any valid key may call it.'
    : `The key needs the permission \`${permission}\`.`;
}

function decisionText(decisions: readonly string[]): string[] {
  return decisions.length === 0 ? [] : [`Decided:\n${decisions.map((text) => `- ${text}`).join('\n')}`];
}
