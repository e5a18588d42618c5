import { isChange } from '../operation.ts';
import { type Permission, permissions } from '../permissions.ts';
import { walletServiceOperations } from '../wallet-service/operations.ts';
import { downloadedFiles } from './downloaded-files.ts';
import { exportOperations } from './exports.ts';
import { gatewayOperations } from './operations.ts';
import { viewOperations } from './views.ts';

/**
 * What a key needs to see the details of a request: a permission, nothing more than the activity log itself, or every
 * permission. The last is for what no single permission covers, such as the administration of keys.
 */
export type DetailsPermission = Permission | 'none' | 'all';

/** What may be written without being read by the same permission: the details need both. */
const readingOf: Partial<Record<Permission, Permission>> = {
  'wallets:write': 'wallets:read',
  'withdrawals:write': 'withdrawals:read',
  'aml:check': 'transactions:read',
};

/** What a view or an export is about depends on its list. */
const byContent = new Set<string>([...viewOperations, ...exportOperations].map(({ id }) => id));

const ofOperations = new Map<string, DetailsPermission>([
  ...[...walletServiceOperations, ...gatewayOperations]
    .filter((operation) => isChange(operation) && !byContent.has(operation.id))
    .map(({ id, permission }): [string, DetailsPermission] => [id, permission ?? 'none']),
  ...Object.entries(downloadedFiles).map(([id, { permission }]): [string, DetailsPermission] => [
    id,
    permission,
  ]),
]);

/** Decided by the operation alone; `all` for one that the contract does not know, or whose content decides. */
export function detailsPermissionOf(operation: string): DetailsPermission {
  return ofOperations.get(operation) ?? 'all';
}

type Whose = { permissions: readonly Permission[] | null };

/** The permissions that the key lacks to see such details; empty: it sees them. Unknown counts as held. */
export function lackingForDetails(whose: Whose, needed: DetailsPermission): Permission[] {
  if (needed === 'none' || whose.permissions === null) return [];
  const all = needed === 'all' ? permissions : [readingOf[needed], needed];
  const { permissions: held } = whose;
  return all.filter((each) => each !== undefined).filter((each) => !held.includes(each));
}

/** Which details the key may see: by the entry's own permission, or by the operation if the entry has none. */
export function visibleDetails(whose: Whose):
  | {
      permissions: readonly DetailsPermission[];
      operations: readonly string[];
    }
  | 'all' {
  const isVisible = (needed: DetailsPermission): boolean => lackingForDetails(whose, needed).length === 0;
  if (isVisible('all')) return 'all';
  return {
    permissions: (['none', ...permissions] as const).filter(isVisible),
    operations: [...ofOperations].filter(([, needed]) => isVisible(needed)).map(([id]) => id),
  };
}

/** The permission of an entry; anything else needs every permission. */
export function asDetailsPermission(stored: string): DetailsPermission {
  return stored === 'none' ? stored : (permissions.find((each) => each === stored) ?? 'all');
}
