import type { ReconciliationSummary } from '#contract/gateway/reconciliations.ts';
import { add } from '#domain/arithmetic.ts';
import { formatInteger } from '#domain/format.ts';
import type { ResultKind } from '#domain/reconciliation/lines.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';

type Sum = ReconciliationSummary['sums'][number];

type Props = {
  summary: ReconciliationSummary;
  /** Undefined: all kinds together. */
  kind: ResultKind | undefined;
};

/** What the lines of a tab add up to, by currency. */
export function ResultSums({ summary, kind }: Props) {
  const wanted = summary.sums.filter((each) => kind === undefined || each.kind === kind);
  const lines = [...Map.groupBy(wanted, ({ currency }) => currency)]
    .map(([, some]) => some.reduce(addSums))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
  if (lines.length === 0) return null;
  return (
    <FramedTable title="Sums of these lines, without fees" isWhole isStacked>
      <thead>
        <tr>
          <th scope="col">Currency</th>
          <th scope="col" data-align="end">
            Our lines
          </th>
          <th scope="col" data-align="end">
            Our books
          </th>
          <th scope="col" data-align="end">
            File’s lines
          </th>
          <th scope="col" data-align="end">
            File
          </th>
          <th scope="col" data-align="end">
            File less our books
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ currency, ours, theirs, difference }) => (
          <tr key={currency}>
            <th scope="row">{currency}</th>
            <td data-align="end" data-label="Our lines">
              {formatInteger(ours.count)}
            </td>
            <td data-align="end" data-label="Our books">
              <Amount value={ours.amount} />
            </td>
            <td data-align="end" data-label="File’s lines">
              {formatInteger(theirs.count)}
            </td>
            <td data-align="end" data-label="File">
              <Amount value={theirs.amount} />
            </td>
            <td data-align="end" data-label="File less our books">
              <Amount value={difference} sign="+" />
            </td>
          </tr>
        ))}
      </tbody>
    </FramedTable>
  );
}

function addSums(one: Sum, other: Sum): Sum {
  const addSide = (side: 'ours' | 'theirs') => ({
    count: one[side].count + other[side].count,
    amount: add(one[side].amount, other[side].amount),
  });
  return {
    ...one,
    ours: addSide('ours'),
    theirs: addSide('theirs'),
    difference: add(one.difference, other.difference),
  };
}
