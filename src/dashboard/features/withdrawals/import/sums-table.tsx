import { Text } from '@mantine/core';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import type { SourceSum } from './questions.ts';

/** What the list debits, costs and pays, for each source and currency, against what is available. */
export function SumsTable({ sums }: { sums: readonly SourceSum[] }) {
  return (
    <FramedTable title="Summary" isStacked>
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col" data-align="end">
            Rows
          </th>
          <th scope="col" data-align="end">
            Debited
          </th>
          <th scope="col" data-align="end">
            Fees
          </th>
          <th scope="col" data-align="end">
            Recipients get
          </th>
          <th scope="col" data-align="end">
            Available
          </th>
        </tr>
      </thead>
      <tbody>
        {sums.map((sum) => (
          <tr key={sum.key}>
            <th scope="row" dir="auto">
              {sum.payer}
            </th>
            <td data-align="end" data-label="Rows">
              {sum.rows}
            </td>
            <td data-align="end" data-label="Debited">
              <strong>
                <Part sum={sum} of="debited" />
              </strong>
            </td>
            <td data-align="end" data-label="Fees">
              {sum.unknownFees === sum.rows ? 'set by the provider' : <Part sum={sum} of="fee" />}
              {sum.unknownFees > 0 && sum.unknownFees < sum.rows && (
                <Text c="dimmed" size="xs">
                  plus {sum.unknownFees} unknown
                </Text>
              )}
            </td>
            <td data-align="end" data-label="Recipients get">
              <Part sum={sum} of="received" />
            </td>
            <td data-align="end" data-label="Available">
              {sum.available === undefined ? (
                'unknown'
              ) : (
                <Amount value={sum.available} currency={sum.currency} />
              )}
              {sum.missing !== undefined && (
                <Text c="var(--negative)" size="xs">
                  <Amount value={sum.missing} currency={sum.currency} /> too little
                </Text>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </FramedTable>
  );
}

function Part({ sum, of }: { sum: SourceSum; of: 'debited' | 'fee' | 'received' }) {
  const { currency, isEstimate, unknownFees } = sum;
  const about = of === 'fee' || unknownFees === 0 ? 'about ' : of === 'received' ? 'at most ' : 'at least ';
  return (
    <>
      {(isEstimate || (unknownFees > 0 && of !== 'fee')) && about}
      <Amount value={sum[of]} currency={currency} />
    </>
  );
}
