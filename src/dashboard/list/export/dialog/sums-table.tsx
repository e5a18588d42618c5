import { Text } from '@mantine/core';
import { groupDigits } from '#dashboard/lib/digits.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { groupLabel, type SumLine, sumLabel, sumNames } from '../file/sums.ts';
import classes from './export-dialog.module.css';

/** The sums of the file, to the last digit, each status on its own. */
export function SumsTable({ sums, note }: { sums: readonly SumLine[]; note: string }) {
  if (sums.length === 0) return null;
  const names = sumNames(sums);
  const hasStatus = sums.some(({ group }) => 'status' in group);
  return (
    <>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes['sums']} role="region" aria-label="Sums" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Sums of</th>
              {hasStatus && <th scope="col">Status</th>}
              <th scope="col">Rows</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {sumLabel(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sums.map((line) => (
              <tr key={JSON.stringify(line.group)}>
                <th scope="row">{groupLabel(line)}</th>
                {hasStatus && (
                  <td>
                    <StatusBadge status={line.group['status'] || undefined} />
                  </td>
                )}
                <td>{groupDigits(line.rows)}</td>
                {names.map((name) => {
                  const amount = line.sums[name];
                  return <td key={name}>{amount === undefined ? 'unknown' : <Amount value={amount} />}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note !== '' && (
        <Text c="dimmed" size="sm">
          {note}
        </Text>
      )}
    </>
  );
}
