import { Box, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { sharedPoolKey } from '#contract/wallet-service/balances.ts';
import { decimalPlaces, isZero } from '#domain/decimal.ts';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import type { BalanceLine } from '#dashboard/entities/balances/balance-lines.ts';
import { amlFeesPath, openWithdrawalsAddress } from '#dashboard/entities/balances/balances-url.ts';
import { typeLabels } from '#dashboard/entities/wallets/wallets.ts';
import balances from '#dashboard/entities/balances/balances.module.css';
import { networkKeyLabel, networksOf, typeLabel } from '#dashboard/entities/balances/balance-labels.ts';
import { CopyableAmount } from '#dashboard/entities/balances/copyable-amount.tsx';
import classes from './ledger-section.module.css';
import type { Overview } from './balance-groups.ts';

/** Data that is null: the wallet service does not provide its ledger. */
export type LedgerReading = Pick<UseQueryResult, 'error' | 'isFetching'> & {
  data: readonly unknown[] | null | undefined;
  refetch: () => Promise<unknown>;
};

type Props = {
  lines: readonly BalanceLine[];
  ledger: LedgerReading;
  /** Without the links to what is there now. */
  isPast: boolean;
};

/** Why a balance is less than its transactions add up to: what is on hold, and what AML checks have cost. */
export function LedgerSection({ lines, ledger, isPast }: Props) {
  return (
    <Box
      component="section"
      pt="sm"
      fz="sm"
      aria-labelledby="ledger-heading"
      aria-busy={ledger.isFetching}
      className={classes['meanings']}
    >
      <h2 id="ledger-heading">On hold and AML check fees</h2>
      {ledger.data === undefined && ledger.error !== null && (
        <FailureAlert error={ledger.error} onRetry={() => void ledger.refetch()} />
      )}
      {ledger.data === null && (
        <Text maw={860} c="dimmed" inherit>
          Not reported by this wallet service. Its available balances may already have both deducted.
        </Text>
      )}
      {Boolean(ledger.data) && <LedgerTable lines={lines.filter(isNotable)} isPast={isPast} />}
    </Box>
  );
}

function isNotable({ ledger, onHold }: BalanceLine): boolean {
  return ledger !== undefined && !(isZero(onHold ?? ledger.aml_fees_paid) && isZero(ledger.aml_fees_paid));
}

function LedgerTable({ lines, isPast }: { lines: BalanceLine[]; isPast: boolean }) {
  const known = lines.flatMap((line) =>
    line.ledger === undefined ? [] : [{ ...line, ledger: line.ledger }],
  );
  if (known.length === 0) {
    return (
      <Text maw={860} c="dimmed" inherit>
        {isPast
          ? 'Nothing was on hold, and no wallet had paid for AML checks.'
          : 'Nothing is on hold, and no wallet has paid for AML checks.'}
      </Text>
    );
  }
  const places = Math.max(
    ...known.flatMap(({ ledger: { on_hold: held, aml_fees_paid: fees } }) =>
      [held.withdrawals, held.aml_checks, fees].map(decimalPlaces),
    ),
  );
  return (
    <table className={balances['table']} aria-labelledby="ledger-heading">
      <thead className="unseen-on-phone">
        <tr>
          <th scope="col">Currency</th>
          <th scope="col">Wallet type and network</th>
          <th scope="col" data-align="end">
            On hold for withdrawals
          </th>
          <th scope="col" data-align="end">
            On hold for AML checks
          </th>
          <th scope="col" data-align="end">
            AML check fees paid
          </th>
          {!isPast && <th scope="col">Details</th>}
        </tr>
      </thead>
      <tbody>
        {known.map(({ key, type, network, currency, ledger: { on_hold: held, aml_fees_paid: fees } }) => {
          const cells = [
            ['On hold for withdrawals', held.withdrawals],
            ['On hold for AML checks', held.aml_checks],
            ['AML check fees paid', fees],
          ] as const;
          return (
            <tr key={key} className={balances['line']}>
              <th scope="row" data-part="first">
                {currency}
              </th>
              <td data-part="second">
                {typeLabel(type)}, {networkKeyLabel(network)}
              </td>
              {cells.map(([label, amount]) => (
                <td
                  key={label}
                  data-align="end"
                  data-part="other"
                  data-label={label}
                  data-none={isZero(amount) || undefined}
                >
                  <CopyableAmount value={amount} currency={currency} places={places} />
                </td>
              ))}
              {!isPast && (
                <td data-part="wallets" className={balances['links']}>
                  {!isZero(held.withdrawals) && <WithdrawalLinks network={network} currency={currency} />}
                  {!isZero(fees) && (
                    <Link to={amlFeesPath()} className={balances['link']}>
                      AML check fees
                    </Link>
                  )}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Links to the withdrawals that funds are on hold for: of the network and the currency, no matter who pays. */
function WithdrawalLinks({ network, currency }: { network: string; currency: string }) {
  const mayRead = usePermission('withdrawals:read').allowed;
  if (!mayRead) return null;
  const codes = networksOf(network);
  const only = codes.length === 1 ? codes[0] : undefined;
  return (
    <>
      {(['new', 'processing'] as const).map((status) => (
        <Link key={status} to={openWithdrawalsAddress(status, only, currency)} className={balances['link']}>
          {status === 'new' ? 'New' : 'Processing'}
          <span className="unseen">
            {' '}
            withdrawals of {currency}, {networkKeyLabel(network)}
          </span>
        </Link>
      ))}
    </>
  );
}

type MeaningsProps = Pick<Overview, 'roundedSums'> & { hasPool: boolean };

/** What each word on the page means, and how each number is made. */
export function Meanings({ roundedSums, hasPool }: MeaningsProps) {
  return (
    <Box component="section" pt="sm" fz="sm" aria-labelledby="meanings" className={classes['meanings']}>
      <h2 id="meanings">About these numbers</h2>
      <dl>
        <Meaning label="Available" field="available">
          Funds that can be spent. A currency’s total is the exact sum of its available amounts. Different
          currencies are never added up.
        </Meaning>
        {hasPool && (
          <>
            <Meaning label="In transit" field="transit">
              Received, and being verified or moved to the pool. Not included in available. Published only for
              the shared pool; elsewhere the cell is empty.
            </Meaning>
            <Meaning label="On deposit addresses" field="blockchain">
              On-chain funds on the addresses of accounting wallets. Also reported for the shared pool, and
              not included in any total, because the overlap with funds in transit is unknown.
            </Meaning>
            <Meaning label={networkKeyLabel(sharedPoolKey)} field={sharedPoolKey}>
              Accounting wallets on Tron and on Ethereum share one balance. The split between the two networks
              is unknown.
            </Meaning>
          </>
        )}
        <Meaning label="On hold">
          Reserved for new and processing withdrawals, and for AML checks without a report yet. Not included
          in available.
        </Meaning>
        <Meaning label={typeLabels.user.label} field="user">
          {typeLabels.user.meaning}
        </Meaning>
        <Meaning label={typeLabels.accounting.label} field="accounting">
          {typeLabels.accounting.meaning}
        </Meaning>
        <Meaning label="Share">
          The share of the account’s available balance in the currency, rounded to 0.01%, half to even.
          {roundedSums.length > 0 && (
            <>
              {' '}
              Because of rounding, the shares of{' '}
              {roundedSums.map(({ currency, sum }) => `${currency} add up to ${sum}`).join(', of ')}.
            </>
          )}
        </Meaning>
      </dl>
    </Box>
  );
}

type MeaningProps = { label: string; field?: string; children: React.ReactNode };

function Meaning({ label, field, children }: MeaningProps) {
  return (
    <div>
      <dt>
        {label}
        {field !== undefined && <code>{field}</code>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
