import { Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { signInOptionsQuery } from '#dashboard/entities/sign-in/sign-in-options.queries.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { RequestId } from '#dashboard/ui/request-id.tsx';
import { describeSignInFailure, type SignInWay } from './sign-in-failure.ts';
import failure from './sign-in-failure.module.css';

type Props = { error: Error; way: SignInWay };

/** Why signing in failed, and what to do about it. */
export function SignInFailure({ error, way }: Props) {
  const { data: options } = useQuery(signInOptionsQuery);
  const { title, next, address } = describeSignInFailure(error, way, options?.identity_provider?.name);
  const isRefusal = error instanceof ApiError && error.kind === 'unauthenticated';
  return (
    <Group
      wrap="nowrap"
      gap={10}
      align="stretch"
      p="md"
      bdrs={8}
      bg="var(--negative-soft)"
      fz="sm"
      role="alert"
      className={failure['failure']}
    >
      <IconAlertTriangle size={18} aria-hidden className={failure['icon']} />
      <div>
        <strong>{title}</strong>
        <p>{next}</p>
        {address !== null && (
          <p>
            Address to register: <code>{address}</code>
          </p>
        )}
        {/* Nothing went wrong with the request: what was entered is wrong. */}
        {!isRefusal && <RequestId error={error} />}
      </div>
    </Group>
  );
}
