import { IconCheck } from '@tabler/icons-react';
import type { Role } from '#contract/gateway/roles.ts';
import { Scroller } from '#dashboard/ui/scroller.tsx';
import table from '#dashboard/ui/table.module.css';
import { permissionGroups } from './permission-groups.ts';
import classes from './roles.module.css';

/** What each role allows: a row for each permission, a column for each role. */
export function RoleMatrix({ roles }: { roles: readonly Role[] }) {
  return (
    <Scroller label="Permissions of each role" className={classes['matrix']} hasBar>
      <table className={table['table']}>
        <caption className="unseen">Permissions of each role</caption>
        <thead>
          <tr>
            <th scope="col">Permission</th>
            {roles.map(({ id, name }) => (
              <th key={id} scope="col" className={classes['role']} dir="auto">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {permissionGroups.map(({ title, items }) => (
          <tbody key={title}>
            <tr className={classes['group']}>
              <th scope="rowgroup" colSpan={roles.length + 1}>
                <span>{title}</span>
              </th>
            </tr>
            {items.map(({ permission, label }) => (
              <tr key={permission}>
                <th scope="row">
                  {label}
                  <code>{permission}</code>
                </th>
                {roles.map(({ id, permissions }) => (
                  <td key={id}>
                    <Allowed isAllowed={permissions.includes(permission)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Scroller>
  );
}

function Allowed({ isAllowed }: { isAllowed: boolean }) {
  return (
    <>
      {isAllowed ? (
        <IconCheck size={16} aria-hidden className={classes['check']} />
      ) : (
        <span aria-hidden>–</span>
      )}
      <span className="unseen">{isAllowed ? 'Yes' : 'No'}</span>
    </>
  );
}
