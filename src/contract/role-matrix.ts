import { downloadedFiles } from './gateway/downloaded-files.ts';
import { gatewayOperations } from './gateway/operations.ts';
import type { Operation } from './operation.ts';
import { type Needs, neededFor, type RolePermission } from './permissions.ts';
import { walletServiceOperations } from './wallet-service/operations.ts';

/** What can be asked for by HTTP: an operation, or a file beside the operations. */
export type Endpoint = Needs & Pick<Operation, 'id' | 'method' | 'path'>;

/** Everything that signed-in users can ask for. */
export const endpoints: readonly Endpoint[] = [
  ...walletServiceOperations,
  ...gatewayOperations,
  ...Object.entries(downloadedFiles).map(([id, { path, permission, consolePermission }]) => ({
    id,
    method: 'GET' as const,
    path,
    permission,
    consolePermission,
  })),
];

/** The permissions that a role lacks for an operation; empty: its users may use it. */
export function lackingInRole(role: readonly RolePermission[], needs: Needs): RolePermission[] {
  return neededFor(needs).filter((each) => !role.includes(each));
}

type MatrixRow = { endpoint: Endpoint; lacking: Readonly<Record<string, readonly RolePermission[]>> };

/** For each operation, what each of the roles lacks for it. */
export function roleMatrix(roles: Readonly<Record<string, readonly RolePermission[]>>): MatrixRow[] {
  return endpoints.map((endpoint) => ({
    endpoint,
    lacking: Object.fromEntries(
      Object.entries(roles).map(([id, permissions]) => [id, lackingInRole(permissions, endpoint)]),
    ),
  }));
}
