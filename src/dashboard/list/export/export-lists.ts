import { listAmlChecks } from '#contract/gateway/aml-library.ts';
import { amlCheck, type AmlCheck } from '#contract/gateway/aml-check.ts';
import { ledgerEntry, listLedgerEntries } from '#contract/gateway/ledger-entries.ts';
import { auditLogEntry, listAuditLog } from '#contract/gateway/audit-log.ts';
import { notFoundLabel } from '#domain/aml/not-found.ts';
import { sanctionsMessage } from '#domain/aml/sanctions.ts';
import type { CsvColumn } from '#domain/csv.ts';
import type { Operation } from '#contract/operation.ts';
import { exchangeTransaction, listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { listTransactions, transaction } from '#contract/wallet-service/transactions.ts';
import { listWallets, wallet, type Wallet } from '#contract/wallet-service/wallets.ts';
import {
  listWithdrawalRequests,
  withdrawalDetail,
  withdrawalRequest,
} from '#contract/wallet-service/withdrawals.ts';
import { isZero } from '#domain/decimal.ts';
import { type SumLine, sumRules, type SumRules } from '#domain/list-sums.ts';
import { walletCurrencies } from '#domain/networks.ts';

/** A list of the contract that can be exported. */
export type ExportList = {
  title: string;
  operation: Operation & { rows: NonNullable<Operation['rows']> };
  /** The columns that are together different in every row. */
  id: readonly string[];
  columns: readonly CsvColumn[];
  sums: SumRules & {
    /** What a reader of the sums has to know. */
    noteOf: (lines: readonly SumLine[]) => string;
  };
  /** Puts what a row holds in parts into columns. */
  flatten?: (row: Record<string, unknown>) => Record<string, unknown>;
};

/** What identifies a row: `transaction_id tx_1`; empty if a part of it could not be read. */
export function rowIdOf({ id }: Pick<ExportList, 'id'>, cellOf: (column: string) => string): string {
  const parts = id.map((column) => ({ column, cell: cellOf(column) }));
  return parts.some(({ cell }) => cell === '')
    ? ''
    : parts.map(({ column, cell }) => `${column} ${cell}`).join(', ');
}

/** The columns of a contract's row in its order: text unless stated otherwise. */
function columnsOf(
  schema: { shape: object },
  kinds: Partial<Record<string, Exclude<CsvColumn['kind'], 'text'>>>,
): CsvColumn[] {
  return Object.keys(schema.shape).map((name) => ({ name, kind: kinds[name] ?? 'text' }));
}

function flattenAmlCheck(row: Partial<AmlCheck>): Record<string, unknown> {
  const { decision, categories, failure, sanctions, sanctions_then: then, kind = 'address' } = row;
  return {
    ...row,
    sanctions: sanctions && sanctionsMessage(sanctions, kind),
    sanctions_then: then && sanctionsMessage(then, kind, 'then'),
    categories: categories
      ?.map(({ name, share, counts }) => {
        const words = share === null ? name : `${name} ${share}%`;
        return !counts && share !== null && !isZero(share) ? `${words} (below minimum)` : words;
      })
      .join('; '),
    failure: failure?.message,
    not_found: notFoundLabel(row) ?? '',
    decision: decision?.decision,
    decision_note: decision?.note,
    decided_by: decision?.decided_by ?? decision?.key_fingerprint,
    decided_at: decision?.decided_at,
    decision_carried_over_from: decision && decision.check_id !== row.id ? decision.check_id : undefined,
  };
}

/** Some providers' rows say who pays the fee, which is published for the detail only. */
const withdrawalRows = {
  ...listWithdrawalRequests,
  rows: { ...listWithdrawalRequests.rows, schema: withdrawalDetail },
} as const;

const byStatus = (what: string) => () =>
  `Each status is summed separately, because only completed ${what} have moved funds. Fees are summed separately.`;

function withdrawalsNote(lines: readonly SumLine[]): string {
  const isKnown = lines.every(({ sums }) => sums['debited'] !== undefined);
  return `${byStatus('withdrawals')()} ${
    isKnown
      ? 'Amounts are as requested. “Debited” includes fees; “Recipients get” doesn’t.'
      : 'Amounts are as requested and may include fees. If a row doesn’t say who pays the fee, “Debited” and “Recipients get” can’t be summed.'
  }`;
}

/** Each balance of a wallet in a column of its own; the currencies that we don't know in one together. */
function flattenWallet({ balances, ...row }: Partial<Wallet>): Record<string, unknown> {
  const all = Object.entries(balances ?? {});
  const others = all.filter(([currency]) => !walletCurrencies.some((known) => known === currency));
  return {
    ...row,
    ...Object.fromEntries(all.map(([currency, { available }]) => [currency, available])),
    other_balances: others.map(([currency, { available }]) => `${currency} ${available}`).join('; '),
  };
}

/** Every list that can be exported, by its name. Adding one is adding an entry. */
export const exportLists = {
  wallets: {
    title: 'Wallets',
    operation: listWallets,
    // EVM networks share addresses.
    id: ['network', 'address'],
    columns: [
      ...columnsOf(wallet, {}).filter(({ name }) => name !== 'balances' && name !== 'refund'),
      ...walletCurrencies.map((name) => ({ name, kind: 'amount' as const })),
      { name: 'other_balances', kind: 'text' },
    ],
    sums: {
      per: ['network', 'status'],
      amounts: walletCurrencies.map((name) => ({ column: name, name })),
      noteOf: () => 'Available balances, without funds on hold.',
    },
    flatten: flattenWallet,
  },
  transactions: {
    title: 'Transactions',
    operation: listTransactions,
    id: ['transaction_id'],
    columns: columnsOf(transaction, { amount: 'amount', fee: 'amount', created_at: 'time' }),
    sums: { ...sumRules.transactions, noteOf: byStatus('transactions') },
  },
  'exchange-transactions': {
    title: 'Exchanges',
    operation: listExchangeTransactions,
    id: ['transaction_id'],
    columns: columnsOf(exchangeTransaction, {
      amount_from: 'amount',
      amount_to: 'amount',
      fee: 'amount',
      rate: 'amount',
      created_at: 'time',
    }),
    sums: { ...sumRules.exchanges, noteOf: byStatus('exchanges') },
  },
  'withdrawal-requests': {
    title: 'Withdrawals',
    operation: withdrawalRows,
    id: ['request_id'],
    columns: [
      ...columnsOf(withdrawalRequest, {
        amount: 'amount',
        fee: 'amount',
        created_at: 'time',
        updated_at: 'time',
      }),
      // Empty where the provider doesn't say it in its list.
      { name: 'fee_included', kind: 'text' },
    ],
    sums: { ...sumRules.withdrawals, noteOf: withdrawalsNote },
  },
  'ledger-entries': {
    title: 'Ledger entries',
    operation: listLedgerEntries,
    id: ['entry_id'],
    columns: columnsOf(ledgerEntry, {
      amount: 'amount',
      fee: 'amount',
      booked_at: 'time',
      created_at: 'time',
    }),
    sums: {
      ...sumRules.entries,
      noteOf: () =>
        'Amounts received are above zero, amounts given below. “Fee” is the part of the amount that is a withdrawal’s fee.',
    },
  },
  'activity-log': {
    title: 'Activity log',
    operation: listAuditLog,
    id: ['sequence'],
    columns: columnsOf(auditLogEntry, { created_at: 'time', outcome_at: 'time' }),
    // How often each was done, with which result.
    sums: { per: ['operation', 'status'], amounts: [], noteOf: () => '' },
  },
  'aml-checks': {
    title: 'AML checks',
    operation: listAmlChecks,
    id: ['id'],
    columns: [
      ...columnsOf(amlCheck, {
        score: 'amount',
        created_at: 'time',
        updated_at: 'time',
        ended_at: 'time',
        next_recheck_at: 'time',
      }).map(({ name, kind }): CsvColumn => ({ name: name === 'is_not_found' ? 'not_found' : name, kind })),
      { name: 'decision_note', kind: 'text' },
      { name: 'decided_by', kind: 'text' },
      { name: 'decided_at', kind: 'time' },
      { name: 'decision_carried_over_from', kind: 'text' },
    ],
    // How many ended how.
    sums: { per: ['state', 'band'], amounts: [], noteOf: () => '' },
    flatten: flattenAmlCheck,
  },
} satisfies Record<string, ExportList>;

export type ExportListName = keyof typeof exportLists;
