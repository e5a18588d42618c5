import { Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { networkName } from '#dashboard/lib/format.ts';
import { Choice } from '#dashboard/ui/choice.tsx';
import { closePanel, focusAtFirst, stepFocus } from '#dashboard/ui/panel-focus.ts';

/** So many wallets are offered at once. */
const offered = 8;

type Props = {
  wallet: string | undefined;
  /** Whether wallets can be looked for; otherwise an address is typed. */
  mayList: boolean;
  onChange: (address: string | undefined) => void;
};

/** Looks for a wallet by its name or address. Enter takes what was typed as an address. */
export function WalletPanel({ wallet, mayList, onChange }: Props) {
  const [text, setText] = useState('');
  const search = text.trim();
  const { data } = useQuery({
    ...queryOf(listWallets, { query: { limit: offered, ...(search !== '' && { search }) } }),
    enabled: mayList,
    placeholderData: keepPreviousData,
  });
  const choose = (address: string | undefined, element: Element) => {
    closePanel(element);
    onChange(address);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (search !== '') choose(search, event.currentTarget);
  };
  return (
    <Stack gap="xs" w={380} maw="100%">
      <form onSubmit={submit}>
        <TextInput
          ref={focusAtFirst}
          label={mayList ? 'Name or address' : 'Address'}
          value={text}
          maxLength={128}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
      {/* Only moves the focus between its buttons. */}
      <Stack gap={0} mx={-6} onKeyDown={(event) => stepFocus(event, 'button')}>
        <Choice isChosen={wallet === undefined} onClick={(event) => choose(undefined, event.currentTarget)}>
          All wallets
        </Choice>
        {data?.rows.map(
          ({ value: { address, name, network } }) =>
            address !== undefined && (
              <Choice
                key={`${network} ${address}`}
                isChosen={address === wallet}
                note={`${networkName(network ?? '')}, ${shortenMiddle(address)}`}
                onClick={(event) => choose(address, event.currentTarget)}
              >
                {name ?? shortenMiddle(address)}
              </Choice>
            ),
        )}
      </Stack>
      {data?.rows.length === 0 && (
        <Text c="dimmed" size="sm">
          No wallet has this name or address. A deleted one is found by its whole address: press Enter.
        </Text>
      )}
    </Stack>
  );
}
