import { IconLock } from '@tabler/icons-react';
import type { Lacking } from '#contract/permissions.ts';
import { pluralize } from '#domain/format.ts';
import { ElementList } from './element-list.tsx';
import { EmptyState } from './empty-state.tsx';

type Props = {
  /** What is missing; undefined or empty where that isn't known. */
  lacking: Lacking | undefined;
  /** Why the user's limits rule it out, if they do. */
  limit?: string | undefined;
  /** What may not be done with this. */
  act?: 'view' | 'change';
};

/** Replaces what the signed-in user or key may not see or change. */
export function NoPermission({ lacking, limit, act = 'view' }: Props) {
  if (limit !== undefined) {
    return (
      <EmptyState icon={<IconLock size={20} />} title={`No permission to ${act} this`}>
        {limit}
      </EmptyState>
    );
  }
  const isRole = lacking?.of === 'role';
  const permissions = lacking?.permissions ?? [];
  const names = (
    <ElementList elements={permissions.map((each) => ({ key: each, element: <code>{each}</code> }))} />
  );
  const them = permissions.length > 1 ? 'them' : 'it';
  return (
    <EmptyState icon={<IconLock size={20} />} title={`No permission to ${act} this`}>
      {isRole && (
        <>Your role doesn’t include {permissions.length === 0 ? 'a permission for this' : names}. </>
      )}
      {!isRole && permissions.length === 0 && 'Your API key lacks a permission. '}
      {!isRole && permissions.length > 0 && (
        <>
          Your API key doesn’t have the {names} {pluralize(permissions.length, 'permission')}.{' '}
        </>
      )}
      {isRole
        ? `Ask an administrator of the account for ${them}.`
        : `Sign in with a key that has ${them}, or ask your administrator.`}
    </EmptyState>
  );
}
