import { groupDigits } from '../../../lib/digits.ts';
import { Amount } from '../../../ui/amount.tsx';
import { groupWords, type SumLine } from '../file/sums.ts';
import classes from './export-dialog.module.css';

/** The sums of the file, to the last digit. */
export function SumsTable({ sums }: { sums: readonly SumLine[] }) {
  if (sums.length === 0) return null;
  const names = [...new Set(sums.flatMap((line) => Object.keys(line.sums)))];
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['sums']} role="region" aria-label="Sums" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Sums of</th>
            <th scope="col">rows</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.map((line) => (
            <tr key={groupWords(line)}>
              <th scope="row">{groupWords(line)}</th>
              <td>{groupDigits(line.rows)}</td>
              {names.map((name) => {
                const amount = line.sums[name];
                return <td key={name}>{amount !== undefined && <Amount value={amount} />}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
