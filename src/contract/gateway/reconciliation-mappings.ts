import * as z from 'zod/mini';
import { permissionFailure, signedInChangeFailures, signedInFailures } from '../failures.ts';
import { operation } from '../operation.ts';
import { fileMapping } from './file-mapping.ts';
import { mappingName, ofReconciliations } from './reconciliations.ts';

const path = '/console/reconciliation-mappings';

const unknownFailure = {
  status: 404,
  errorCode: 'not_found',
  when: 'The account has no saved columns with this name',
} as const;

/** Mappings of the account, by name. `createReconciliation` saves them. */
export const listReconciliationMappings = operation({
  ...ofReconciliations,
  id: 'listReconciliationMappings',
  method: 'GET',
  path,
  summary: 'List saved mappings of columns',
  query: z.strictObject({}),
  data: z.object({ mappings: z.array(z.object({ name: z.string(), mapping: fileMapping })) }),
  failures: [permissionFailure, ...signedInFailures],
});

export const renameReconciliationMapping = operation({
  ...ofReconciliations,
  id: 'renameReconciliationMapping',
  method: 'PUT',
  path,
  summary: 'Rename a saved mapping of columns',
  consolePermission: 'exports:create',
  body: z.strictObject({ name: mappingName, new_name: mappingName }),
  data: z.object({ result: z.literal('success') }),
  failures: [
    permissionFailure,
    ...signedInChangeFailures,
    unknownFailure,
    { status: 409, errorCode: 'request', when: 'Other saved columns have the new name' },
  ],
});

/** Reconciliations keep the mapping that they were made with. */
export const deleteReconciliationMapping = operation({
  ...ofReconciliations,
  id: 'deleteReconciliationMapping',
  method: 'DELETE',
  path,
  summary: 'Delete a saved mapping of columns',
  consolePermission: 'exports:create',
  body: z.strictObject({ name: mappingName }),
  data: z.object({ result: z.literal('success') }),
  failures: [permissionFailure, ...signedInChangeFailures, unknownFailure],
});

export const reconciliationMappingOperations = [
  listReconciliationMappings,
  renameReconciliationMapping,
  deleteReconciliationMapping,
] as const;
