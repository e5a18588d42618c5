import { Group } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type Network, networks } from '#domain/networks.ts';
import { capitalise } from '#dashboard/lib/capitalise.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import classes from './address-book.module.css';
import { readTypedAddress } from '#dashboard/entities/address-book/entry-address.ts';

type Props = {
  id: string;
  network: Network;
  typed: string;
  /** The field says itself what is wrong. */
  isComplaining: boolean;
  onNetwork: (network: Network) => void;
};

/** What is typed, told as it is typed; with the way to the network that the address is of. */
export function AddressHint({ id, network, typed, isComplaining, onNetwork }: Props) {
  const read = readTypedAddress(network, typed);
  if (read.state === 'elsewhere') {
    return (
      <div id={id}>
        <Notice tone="warning" role="status">
          <Group component="span" gap="6px 12px">
            {capitalise(read.reason)}.
            {read.networks.map((other) => (
              <Button key={other} variant="default" size="compact-sm" onClick={() => onNetwork(other)}>
                Change to {networks[other].name}
              </Button>
            ))}
          </Group>
        </Notice>
      </div>
    );
  }
  return (
    <Group
      component="output"
      wrap="nowrap"
      gap={4}
      mih={18}
      mt={4}
      fz="xs"
      lh="18px"
      id={id}
      className={classes['hint']}
      data-valid={read.state === 'valid' || undefined}
    >
      {read.state === 'valid' && (
        <>
          <IconCircleCheck size={14} aria-hidden />
          The checksum is right: an address of {networks[network].name}.
        </>
      )}
      {read.state === 'invalid' && !isComplaining && `${capitalise(read.reason)}.`}
      {read.state === 'empty' && `${networks[network].name}: ${networks[network].addressFormat}`}
    </Group>
  );
}
