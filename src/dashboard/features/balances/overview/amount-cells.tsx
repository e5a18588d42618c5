import { type Decimal, isZero } from '#domain/decimal.ts';
import type { Amounts } from '#dashboard/entities/balances/balance-lines.ts';
import classes from '../balance-table.module.css';
import { CopyableAmount } from '../copyable-amount.tsx';
import type { Share } from './shares.ts';

/**
 * The most decimals that each kind of amount has in the table; undefined where the service publishes none of the
 * kind, which then has no column.
 */
export type AmountColumns = {
  available: number;
  transit: number | undefined;
  blockchain: number | undefined;
};

type Props = { amounts: Amounts; share: Share | undefined; currency: string; columns: AmountColumns };

export function AmountCells({ amounts, share, currency, columns }: Props) {
  return (
    <>
      <td data-align="end" data-part="available">
        <CopyableAmount value={amounts.available} currency={currency} places={columns.available} />
        {amounts.onHold !== undefined && !isZero(amounts.onHold) && (
          <span className={classes['held']}>
            On hold <CopyableAmount value={amounts.onHold} currency={currency} places={columns.available} />
          </span>
        )}
      </td>
      <td data-align="end" data-part="share">
        {share?.text ?? <span className="unseen">no share</span>}
      </td>
      {columns.transit !== undefined && (
        <PartCell label="In transit" amount={amounts.transit} currency={currency} places={columns.transit} />
      )}
      {columns.blockchain !== undefined && (
        <PartCell
          label="On deposit addresses"
          amount={amounts.blockchain}
          currency={currency}
          places={columns.blockchain}
        />
      )}
    </>
  );
}

type PartProps = { label: string; amount: Decimal | undefined; currency: string; places: number };

function PartCell({ label, amount, currency, places }: PartProps) {
  return (
    <td data-align="end" data-part="other" data-label={label} data-none={amount === undefined || undefined}>
      {amount === undefined ? (
        <span className="unseen">not published</span>
      ) : (
        <CopyableAmount value={amount} currency={currency} places={places} />
      )}
    </td>
  );
}
