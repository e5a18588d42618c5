import { Link } from 'react-router';
import { shortenMiddle } from '#domain/shorten.ts';
import { networkName } from '#dashboard/lib/format.ts';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import classes from '#dashboard/ui/table.module.css';
import { amlCheckPath } from '#dashboard/entities/aml/aml-paths.ts';
import { AmlResult } from '#dashboard/entities/aml/aml-result.tsx';
import { outcomeLabel } from './outcome-labels.ts';
import type { PlannedRow } from './plan-many.ts';
import type { RowOutcome } from './use-many.ts';

type Props = {
  title: string;
  rows: readonly PlannedRow[];
  outcomes?: ReadonlyMap<number, RowOutcome>;
  /** The outcomes of the checks, as they arrive. */
  showsResult?: boolean;
};

/** Drawn at once: the library has all, and an export too. */
const most = 100;

/** Rows of the list, with what becomes of each. */
export function ManyTable({ title, rows, outcomes, showsResult = false }: Props) {
  return (
    <FramedTable title={title} isStacked more={rows.length - most}>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Subject</th>
          <th scope="col">Network</th>
          <th scope="col">{showsResult ? 'Result' : 'Outcome'}</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, most).map((row) => {
          const subject = row.state === 'ready' ? row.subject : undefined;
          return (
            <tr key={row.line}>
              <td className={classes['line']}>{row.line}</td>
              <th scope="row" className={classes['mono']} title={row.text} dir="auto">
                {shortenMiddle(subject?.value ?? row.text)}
              </th>
              <td>{subject === undefined ? '' : networkName(subject.network)}</td>
              <td className={classes['last']}>
                {showsResult && subject ? (
                  <AmlResult
                    value={subject.value}
                    network={subject.network}
                    otherwise={<NoReport outcome={outcomes?.get(row.line)} />}
                  />
                ) : (
                  outcomeLabel(row, outcomes?.get(row.line))
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </FramedTable>
  );
}

/** The reason of a check that has ended without a report. */
function NoReport({ outcome }: { outcome: RowOutcome | undefined }) {
  const check = outcome !== undefined && 'check' in outcome ? outcome.check : undefined;
  if (!check) return null;
  return <Link to={amlCheckPath(check.id)}>No report</Link>;
}
