import { type ReactNode, useMemo } from 'react';
import { shortenApart } from '#dashboard/lib/shortened-address.ts';
import { AddressContext } from '#dashboard/ui/address-context.ts';
import { useExplorers } from '#dashboard/entities/settings/settings.queries.ts';

type Props = {
  /** Every address and hash on the page. The same array until they change. */
  values: readonly (string | null | undefined)[];
  children: ReactNode;
};

/** Makes the addresses within distinguishable, and links them to the networks' explorers. */
export function ListAddresses({ values, children }: Props) {
  const explorers = useExplorers();
  const apart = useMemo(() => shortenApart(values.filter((value) => value != null)), [values]);
  const context = useMemo(() => ({ explorers, apart }), [explorers, apart]);
  return <AddressContext value={context}>{children}</AddressContext>;
}
