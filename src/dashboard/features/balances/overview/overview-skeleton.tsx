import table from '../balance-table.module.css';
import type { BalanceView } from '../balances-url.ts';
import toolbar from '../toolbar.module.css';
import { ZerosSwitch } from '../zeros-switch.tsx';
import { TableHead } from './balance-table.tsx';
import classes from './overview-skeleton.module.css';

const columns = { available: 0, transit: 0, blockchain: 0 };
const groups = [3, 2, 2, 1];

/** The page in the shape that it will have. */
export function OverviewSkeleton({ view }: { view: BalanceView }) {
  return (
    <>
      <div className={toolbar['toolbar']}>
        <ZerosSwitch hidden={undefined} />
        <output className={classes['unseen']}>Reading the balances</output>
      </div>
      <table className={table['table']} aria-hidden>
        <TableHead view={view} columns={columns} />
        {groups.map((lines, group) => (
          // oxlint-disable-next-line react/no-array-index-key -- shapes without content have no other name
          <tbody key={group} className={classes['shapes']}>
            {Array.from({ length: lines + 1 }, (_, line) => (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={line} className={table[line === 0 ? 'group' : 'line']}>
                {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a shape */}
                <td data-part="first" colSpan={2}>
                  <span className={classes['name']} />
                </td>
                {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
                <td data-part="available" data-align="end">
                  <span className={classes['number']} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </>
  );
}
