import { formatInteger } from '#domain/format.ts';
import type { SumLine } from '#domain/list-sums.ts';
import { capitalize } from '#dashboard/lib/format.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import type { ExportListName } from './export/export-lists.ts';
import { groupLabel, sumLabel, sumNames } from './export/file/sums.ts';

/** The head and the rows of a table of sums, to the last digit, each status on its own. */
export function SumsRows({ list, lines }: { list: ExportListName; lines: readonly SumLine[] }) {
  const names = sumNames(lines);
  const hasStatus = lines.some(({ group }) => 'status' in group);
  return (
    <>
      <thead>
        <tr>
          <th scope="col">Currency</th>
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
        {lines.map((line) => (
          <tr key={JSON.stringify(line.group)}>
            <th scope="row">{list === 'aml-checks' ? amlLabel(line) : groupLabel(line)}</th>
            {hasStatus && (
              <td>
                <StatusBadge status={line.group['status'] || undefined} />
              </td>
            )}
            <td data-align="end">{formatInteger(line.rows)}</td>
            {names.map((name) => (
              <td key={name} data-align="end">
                {line.sums[name] === undefined ? 'unknown' : <Amount value={line.sums[name]} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  );
}

/** `Finished, severe`. */
function amlLabel({ group }: SumLine): string {
  const parts = Object.values(group).filter((part) => part !== '');
  return capitalize(parts.join(', '));
}
