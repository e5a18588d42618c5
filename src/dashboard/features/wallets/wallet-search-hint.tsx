import { useQuery } from '@tanstack/react-query';
import { codeOf } from '#dashboard/api/queries.ts';
import type { SearchHintProps } from '#dashboard/list/list-definition.ts';
import { mayBeAddress, searchHint } from './wallet-search.ts';
import type { wallets } from './wallets.queries.ts';

/** What says which address a text is: its cryptography is loaded once there is a text that may be one. */
const recognition = codeOf('recognise', () => import('#domain/recognise.ts'));

/** Says why a text of an address's length finds no wallet. */
export function WalletSearchHint({ text, query: { network } }: SearchHintProps<typeof wallets.schema>) {
  const { data: code } = useQuery({ ...recognition, enabled: mayBeAddress(text) });
  return code && mayBeAddress(text) ? searchHint(code.recognise(text), network) : '';
}
