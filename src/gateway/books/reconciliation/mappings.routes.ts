import type { Kysely } from 'kysely';
import {
  deleteReconciliationMapping,
  listReconciliationMappings,
  renameReconciliationMapping,
} from '#contract/gateway/reconciliation-mappings.ts';
import type { Tables } from '#database/tables.ts';
import { isUniqueViolation } from '#database/unique-violation.ts';
import type { FileMapping } from '#domain/reconciliation/file-mapping.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SignedIn } from '../../console-host.ts';
import { deleteMapping, listMappings, renameMapping } from './mappings.store.ts';

/** What users of the account saved about the columns of their files. */
export function registerMappingRoutes(host: Host<SignedIn>, { db }: { db: Kysely<Tables> }): void {
  serve(host, listReconciliationMappings, async ({ caller: { accountId } }) => ({
    mappings: (await listMappings(db, accountId)).map(({ name, mapping }) => ({
      name,
      mapping: JSON.parse(mapping) as FileMapping,
    })),
  }));

  serve(host, renameReconciliationMapping, async ({ caller, body: { name, new_name: newName } }) => {
    try {
      return found(await renameMapping(db, caller.accountId, name, newName));
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      const message = `Other saved columns have the name “${newName}”. Choose another name`;
      throw new ServiceError(409, message);
    }
  });

  serve(host, deleteReconciliationMapping, async ({ caller, body: { name } }) =>
    found(await deleteMapping(db, caller.accountId, name)),
  );
}

function found(isFound: boolean) {
  if (!isFound)
    throw new ServiceError(404, 'Saved columns not found. Someone may have renamed or deleted them');
  return { result: 'success' } as const;
}
