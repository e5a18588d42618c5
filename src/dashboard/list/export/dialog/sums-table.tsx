import { Text } from '@mantine/core';
import { groupDigits } from '#dashboard/lib/digits.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { groupLabel, type SumLine, sumLabel, sumNames } from '../file/sums.ts';

/** The sums of the file, to the last digit, each status on its own. */
export function SumsTable({ sums, note }: { sums: readonly SumLine[]; note: string }) {
  if (sums.length === 0) return null;
  const names = sumNames(sums);
  const hasStatus = sums.some(({ group }) => 'status' in group);
  return (
    <>
      <FramedTable title="Sums" isCaptionHidden>
        <thead>
          <tr>
            <th scope="col">Sums of</th>
            {hasStatus && <th scope="col">Status</th>}
            <th scope="col" data-align="end">
              Rows
            </th>
            {names.map((name) => (
              <th key={name} scope="col" data-align="end">
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
              <td data-align="end">{groupDigits(line.rows)}</td>
              {names.map((name) => {
                const amount = line.sums[name];
                return (
                  <td key={name} data-align="end">
                    {amount === undefined ? 'unknown' : <Amount value={amount} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </FramedTable>
      {note !== '' && (
        <Text c="dimmed" size="sm">
          {note}
        </Text>
      )}
    </>
  );
}
