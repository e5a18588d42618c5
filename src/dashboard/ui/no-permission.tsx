import { IconLock } from '@tabler/icons-react';
import type { Permission } from '#contract/permissions.ts';
import { EmptyState } from './empty-state.tsx';

type Props = {
  /** What is missing; null when the service did not say and the contract does not know. */
  permission: Permission | null;
  /** What the key may not do with this. */
  act?: 'view' | 'change';
};

/** Replaces what the signed-in key may not see or change. */
export function NoPermission({ permission, act = 'view' }: Props) {
  return (
    <EmptyState icon={<IconLock size={20} />} title={`No permission to ${act} this`}>
      {permission === null ? (
        'Your API key lacks a permission.'
      ) : (
        <>
          Your API key doesn’t have the <code>{permission}</code> permission.
        </>
      )}{' '}
      Sign in with a key that has it, or ask your administrator.
    </EmptyState>
  );
}
