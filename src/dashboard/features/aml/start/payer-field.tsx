import { Group } from '@mantine/core';
import { FilterInput } from '#dashboard/ui/filter-controls.tsx';
import classes from './start-check.module.css';

type Props = {
  value: string;
  onChange: (address: string) => void;
  hintId: string;
  /** Why it can’t pay, if it can’t. */
  whyNot: string | undefined;
};

/** The field for the wallet that pays for a check once no prepaid ones remain. */
export function PayerField({ value, onChange, hintId, whyNot }: Props) {
  return (
    <Group gap="sm">
      <FilterInput
        className={classes['value'] ?? ''}
        aria-label="Paying wallet"
        placeholder="Paying wallet, if no checks remain"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group component="span" gap="4px 12px" mih={28} id={hintId} className={classes['hint']} role="status">
        {whyNot ?? 'One of your wallets. It pays in USDT.'}
      </Group>
    </Group>
  );
}
