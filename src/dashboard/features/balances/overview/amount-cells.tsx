import type { Decimal } from '#domain/decimal.ts';
import classes from '../balance-table.module.css';
import type { Amounts } from '../balance-lines.ts';
import { CopyableAmount } from '../copyable-amount.tsx';
import type { Share } from './shares.ts';

/** Which amounts have a column: only those that the service publishes somewhere. And each currency's decimals. */
export type AmountColumns = {
  transit: boolean;
  blockchain: boolean;
  places: ReadonlyMap<string, number>;
};

type Props = { amounts: Amounts; share: Share | undefined; currency: string; columns: AmountColumns };

export function AmountCells({ amounts, share, currency, columns }: Props) {
  const places = columns.places.get(currency) ?? 0;
  return (
    <>
      <td data-align="end" data-part="available">
        <CopyableAmount value={amounts.available} currency={currency} places={places} />
      </td>
      <td data-align="end" data-part="share">
        {share?.text ?? <Nothing meaning="no share" />}
      </td>
      {columns.transit && (
        <PartCell label="In transit" amount={amounts.transit} currency={currency} places={places} />
      )}
      {columns.blockchain && (
        <PartCell
          label="On deposit addresses"
          amount={amounts.blockchain}
          currency={currency}
          places={places}
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
        <Nothing meaning="not published" />
      ) : (
        <CopyableAmount value={amount} currency={currency} places={places} />
      )}
    </td>
  );
}

function Nothing({ meaning }: { meaning: string }) {
  return (
    <>
      <span aria-hidden className={classes['nothing']}>
        –
      </span>
      <span className={classes['unseen']}>{meaning}</span>
    </>
  );
}
