import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StatementFigure, StatementPlace } from '#contract/gateway/statement-entries.ts';
import { decimalPlaces, isZero } from '#domain/decimal.ts';
import { Scroller } from '#dashboard/ui/scroller.tsx';
import balances from '#dashboard/entities/balances/balances.module.css';
import { networkKeyLabel, typeLabel } from '#dashboard/entities/balances/balance-labels.ts';
import { CopyableAmount } from '#dashboard/entities/balances/copyable-amount.tsx';
import {
  type CurrencyStatement,
  type MovementName,
  type StatementAmounts,
  type StatementLine,
} from './statement-lines.ts';
import classes from './statement.module.css';

/** Where the entries behind a figure are listed, for a row or for what all rows of a currency add up to. */
type LinkTo = (figure: StatementFigure, place: StatementPlace) => string;

type Column = {
  name: MovementName | 'opening' | 'closing';
  label: string;
  figure: StatementFigure;
  /** Shown even where it is zero in all places. */
  isAlways?: true;
};

const columns: readonly Column[] = [
  { name: 'opening', label: 'Opening', figure: 'opening', isAlways: true },
  { name: 'inflow', label: 'Inflow', figure: 'inflow', isAlways: true },
  { name: 'outflow', label: 'Outflow', figure: 'outflow', isAlways: true },
  { name: 'fees', label: 'Fees', figure: 'withdrawal_fees', isAlways: true },
  { name: 'amlFees', label: 'AML check fees', figure: 'aml_check_fees' },
  { name: 'exchanged', label: 'Exchanged', figure: 'exchanged' },
  { name: 'collected', label: 'Collected', figure: 'collected' },
  { name: 'other', label: 'Other', figure: 'other' },
  { name: 'closing', label: 'Closing', figure: 'closing', isAlways: true },
];

type Props = CurrencyStatement & {
  linkTo: LinkTo;
  /** Beside the currency’s name. */
  beside?: ReactNode;
};

/** The places of one currency and their total. A kind of movement that none of them had has no column. */
export function StatementTable({ currency, lines, total, linkTo, beside }: Props) {
  const shown = columns.filter(
    ({ name, isAlways }) => isAlways === true || lines.some((line) => !isZero(line[name])),
  );
  const placesOf = ({ name }: Column) =>
    Math.max(
      ...[...lines, total].flatMap((amounts) =>
        (name === 'closing' ? [name, 'onHold' as const, 'inTransit' as const] : [name]).map((each) =>
          decimalPlaces(amounts[each]),
        ),
      ),
    );
  const measured = shown.map((column) => Object.assign({ places: placesOf(column) }, column));
  const id = `statement-${currency}`;
  return (
    <section aria-labelledby={id}>
      <Group gap="0 16px" align="baseline" className={classes['currency']}>
        <h2 id={id}>{currency}</h2>
        {beside}
      </Group>
      <Scroller label={`Statement of ${currency}`} className={classes['frame']} hasBar>
        <table className={`${balances['table']} ${classes['table']}`} aria-labelledby={id}>
          <thead className="unseen-on-phone">
            <tr>
              <th scope="col">Wallet type and network</th>
              {shown.map(({ name, label }) => (
                <th key={name} scope="col" data-align="end" data-column={name}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.key} className={balances['line']}>
                <th scope="row" data-part="first">
                  <Place line={line} />
                </th>
                <Cells
                  amounts={line}
                  currency={currency}
                  columns={measured}
                  linkTo={(figure) => linkTo(figure, placeOf(line))}
                />
              </tr>
            ))}
            <tr className={classes['total']}>
              <th scope="row" data-part="first">
                Total
              </th>
              <Cells
                amounts={total}
                currency={currency}
                columns={measured}
                linkTo={(figure) => linkTo(figure, { currency })}
              />
            </tr>
          </tbody>
        </table>
      </Scroller>
    </section>
  );
}

const placeOf = ({ type, network, currency }: StatementLine) => ({ type, network, currency });

function Place({ line: { type, network } }: { line: StatementLine }) {
  return (
    <>
      {typeLabel(type)}, {networkKeyLabel(network)}
    </>
  );
}

type CellsProps = {
  amounts: StatementAmounts;
  currency: string;
  columns: readonly (Column & { places: number })[];
  linkTo: (figure: StatementFigure) => string;
};

function Cells({ amounts, currency, columns: shown, linkTo }: CellsProps) {
  return shown.map(({ name, label, figure, isAlways, places }) => (
    <td
      key={name}
      data-align="end"
      data-part="other"
      data-column={name}
      data-label={label}
      data-none={(isZero(amounts[name]) && isAlways !== true) || undefined}
    >
      <CopyableAmount value={amounts[name]} currency={currency} places={places} to={linkTo(figure)} />
      {name === 'closing' &&
        closingParts.map(
          ([part, text, partFigure]) =>
            !isZero(amounts[part]) && (
              <span key={part} className={balances['held']}>
                {text}{' '}
                <CopyableAmount
                  value={amounts[part]}
                  currency={currency}
                  places={places}
                  to={linkTo(partFigure)}
                />
              </span>
            ),
        )}
    </td>
  ));
}

/** What is said about the closing, in addition to its amount. */
const closingParts = [
  ['onHold', 'On hold', 'closing_on_hold'],
  ['onHoldChange', 'On hold, change', 'on_hold_change'],
  ['inTransit', 'In transit', 'closing_in_transit'],
] as const;
