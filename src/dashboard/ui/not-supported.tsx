import { IconPlugOff } from '@tabler/icons-react';
import { EmptyState } from './empty-state.tsx';

/** Replaces what the provider has no operation for. `message` says which one. */
export function NotSupported({ message }: { message: string }) {
  return (
    <EmptyState icon={<IconPlugOff size={20} />} title="Not available with this provider">
      {message}
    </EmptyState>
  );
}
