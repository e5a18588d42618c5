import { listRoles } from '#contract/gateway/roles.ts';
import { queryOf } from '#dashboard/api/queries.ts';

/** The built-in roles and the account's own. */
export const rolesQuery = queryOf(listRoles, {});
