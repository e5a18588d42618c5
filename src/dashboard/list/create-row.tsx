import { Text } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useLocation, useNavigate } from 'react-router';
import type { ConsolePermission, Permission } from '#contract/permissions.ts';
import type { WalletServiceOperationId } from '#contract/wallet-service/unsupported.ts';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { usePermission, useUnsupported } from '#dashboard/session/session.queries.ts';
import classes from './list-bars.module.css';

/** Rows of a list that can be made on a page of their own. At module scope. */
export type Creation = {
  permission: Permission;
  /** What a user's role must allow as well. */
  consolePermission?: ConsolePermission;
  /** The operation that makes them, which a provider may not have. */
  needs?: WalletServiceOperationId;
  path: string;
  label: string;
  /** The page for creating many at once. */
  fromFile?: { path: string; label: string };
  /** It opens over the list, which stays as it is. */
  isOver?: true;
  /** The keys that lead there; without it, N. */
  keys?: readonly string[];
};

/** Leads to where a row is made, or many of them. Forbidden, it says why when hovered or focused. */
export function CreateRow({ creation }: { creation: Creation }) {
  const { path, label, fromFile, isOver, keys = ['n'] } = creation;
  const { search } = useLocation();
  const to = (pathname: string) => (isOver ? { pathname, search } : pathname);
  const permission = usePermission(creation, { needs: creation.needs });
  return (
    <>
      {fromFile && (
        <PermittedLink
          to={to(fromFile.path)}
          permission={permission}
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          className={classes['fromFile'] ?? ''}
        >
          {fromFile.label}
        </PermittedLink>
      )}
      <PermittedLink
        to={to(path)}
        permission={permission}
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-keyshortcuts={keys.join(' ')}
        className={classes['create'] ?? ''}
        data-creation
      >
        <span className="unseen-on-phone">{label}</span>
      </PermittedLink>
    </>
  );
}

/** Says that rows can't be made here, where the provider can't. */
export function CreationGap({ needs }: Pick<Creation, 'needs'>) {
  const message = useUnsupported(needs);
  return message === null ? null : (
    <Text c="dimmed" size="sm">
      {message}
    </Text>
  );
}

/** What leads there with a key; undefined where there is nothing to make. */
export function useCreation(creation: Creation | undefined): (() => void) | undefined {
  const navigate = useNavigate();
  const { search } = useLocation();
  const isSupported = useUnsupported(creation?.needs) === null;
  if (!isSupported) return undefined;
  return (
    creation && (() => void navigate({ pathname: creation.path, search: creation.isOver ? search : '' }))
  );
}
