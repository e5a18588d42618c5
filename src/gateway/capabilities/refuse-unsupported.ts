import type { FastifyInstance } from 'fastify';
import type { gatewayOperations } from '#contract/gateway/operations.ts';
import {
  isWalletServiceOperationId,
  unsupportedMessage,
  type WalletServiceOperationId,
} from '#contract/wallet-service/unsupported.ts';
import { operationOf } from '#http/request-log.ts';
import { ServiceError } from '#http/service-error.ts';

type ConsoleOperationId = (typeof gatewayOperations)[number]['id'];

/** What the console itself can't do without an operation of the provider. */
const needed: Partial<Record<ConsoleOperationId, WalletServiceOperationId>> = {
  startAmlCheck: 'requestAmlReport',
  startAmlChecks: 'requestAmlReport',
  createAmlWatch: 'requestAmlReport',
};

/** Refuses what the settings say that the provider doesn't have, before anything is sent to it. */
export function refuseUnsupported(scope: FastifyInstance, without: readonly string[]): void {
  const neededBy = new Map<string, string>(Object.entries(needed));
  scope.addHook('preHandler', async (request) => {
    const id = operationOf(request);
    const needs = id === undefined ? '' : (neededBy.get(id) ?? id);
    if (isWalletServiceOperationId(needs) && without.includes(needs)) {
      throw new ServiceError(405, unsupportedMessage(needs));
    }
  });
}
