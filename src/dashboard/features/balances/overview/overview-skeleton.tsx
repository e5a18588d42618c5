import { Group, Skeleton } from '@mantine/core';
import classes from '#dashboard/entities/balances/balances.module.css';
import type { BalanceView } from '#dashboard/entities/balances/balances-url.ts';
import { ZerosSwitch } from '../zeros-switch.tsx';
import { TableHead } from './balance-table.tsx';

const columns = { available: 0, transit: 0, blockchain: 0 };
const groups = [4, 2, 2, 1];
const parts = [
  ['first', undefined],
  ['second', undefined],
  ['available', 'end'],
  ['share', 'end'],
  ['transit', 'end'],
  ['blockchain', 'end'],
  ['wallets', undefined],
] as const;

const widths: Partial<Record<(typeof parts)[number][0], number>> = {
  first: 70,
  second: 70,
  available: 190,
  share: 36,
  wallets: 70,
};

/** The page in the shape that it will have. */
export function OverviewSkeleton({ view }: { view: BalanceView }) {
  return (
    <>
      <Group gap="8px 16px" justify="space-between" mih={32} fz="sm" className={classes['toolbar']}>
        <ZerosSwitch hidden={undefined} />
        <output className="unseen">Loading balances</output>
      </Group>
      <table className={classes['table']} aria-hidden>
        <TableHead view={view} columns={columns} isPast={false} />
        {groups.map((lines, group) => (
          // oxlint-disable-next-line react/no-array-index-key -- shapes without content have no other name
          <tbody key={group} className={classes['shapes']}>
            {Array.from({ length: lines + 1 }, (_, line) => (
              <tr key={line} className={classes[line === 0 ? 'group' : 'line']}>
                {parts.map(([part, align]) => (
                  <td key={part} data-part={part} data-align={align}>
                    {widths[part] !== undefined && (
                      <Skeleton display="inline-block" w={widths[part]} h={10} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </>
  );
}
