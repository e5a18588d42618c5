import { formatList } from '#domain/format.ts';
import { Scroller } from '#dashboard/ui/scroller.tsx';
import table from '#dashboard/ui/table.module.css';
import { Time } from '#dashboard/ui/time.tsx';
import type { CapabilityRow } from './capability-rows.ts';
import classes from './provider.module.css';

/** Each operation with what works, what doesn't, and what isn't known yet. */
export function CapabilityTable({ rows }: { rows: readonly CapabilityRow[] }) {
  return (
    <Scroller
      label="What this provider can do"
      className={`${table['frame']} ${classes['capabilities']}`}
      data-stacked
    >
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Works</th>
            <th scope="col">Doesn’t work</th>
            <th scope="col">Not known yet</th>
            <th scope="col">Found out</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, works, lacks, unknown, foundAt, isSet }) => (
            <tr key={id}>
              <th scope="row">{label}</th>
              <Aspects label="Works" names={works} />
              <Aspects label="Doesn’t work" names={lacks} isGap />
              <Aspects label="Not known yet" names={unknown} />
              <td
                data-label="Found out"
                className={classes['time']}
                data-empty={(foundAt === undefined && !isSet) || undefined}
              >
                {isSet ? 'Setting' : foundAt === undefined ? '–' : <Time value={foundAt} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function Aspects({ label, names, isGap }: { label: string; names: readonly string[]; isGap?: true }) {
  const isEmpty = names.length === 0;
  return (
    <td data-label={label} data-empty={isEmpty || undefined} data-gap={(isGap && !isEmpty) || undefined}>
      {isEmpty ? '–' : <span>{formatList(names)}</span>}
    </td>
  );
}
