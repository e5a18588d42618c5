import { IconLock } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { Lacking } from '#contract/permissions.ts';
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
  const names = (lacking?.permissions ?? []).map((each, index) => (
    <Fragment key={each}>
      {index > 0 && ' and '}
      <code>{each}</code>
    </Fragment>
  ));
  return (
    <EmptyState icon={<IconLock size={20} />} title={`No permission to ${act} this`}>
      {isRole && <>Your role doesn’t include {names.length === 0 ? 'a permission for this' : names}. </>}
      {!isRole && names.length === 0 && 'Your API key lacks a permission. '}
      {!isRole && names.length === 1 && <>Your API key doesn’t have the {names} permission. </>}
      {!isRole && names.length > 1 && <>Your API key doesn’t have the {names} permissions. </>}
      {isRole
        ? 'Ask an administrator of the account for it.'
        : 'Sign in with a key that has it, or ask your administrator.'}
    </EmptyState>
  );
}
