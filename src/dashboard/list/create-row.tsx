import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { Permission } from '#contract/permissions.ts';
import { PermittedLink } from '../ui/permitted-link.tsx';
import { usePermission } from '../features/session/use-permission.ts';
import classes from './list-bars.module.css';

/** Rows of a list that can be made on a page of their own. At module scope. */
export type Creation = {
  permission: Permission;
  path: string;
  label: string;
  /** Where many can be made at once. */
  fromFile: { path: string; label: string };
};

/** Leads to where a row is made, or many of them. Forbidden, it says why when hovered or focused. */
export function CreateRow({ creation }: { creation: Creation }) {
  const { path, label, fromFile } = creation;
  const permission = usePermission(creation.permission);
  return (
    <>
      <PermittedLink
        to={fromFile.path}
        permission={permission}
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        className={classes['fromFile'] ?? ''}
      >
        {fromFile.label}
      </PermittedLink>
      <PermittedLink
        to={path}
        permission={permission}
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-keyshortcuts="n"
      >
        <span className={classes['creation']}>{label}</span>
      </PermittedLink>
    </>
  );
}

/** What leads there with a key; undefined where there is nothing to make. */
export function useCreation(creation: Creation | undefined): (() => void) | undefined {
  const navigate = useNavigate();
  return creation && (() => void navigate(creation.path));
}
