import type { listAmlChecks } from '#contract/gateway/aml-library.ts';
import type { listJournal } from '#contract/gateway/journal.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import type { listTransactions } from '#contract/wallet-service/transactions.ts';
import type { listWallets } from '#contract/wallet-service/wallets.ts';
import type { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';

type Parameter =
  | keyof QueryOf<typeof listWallets>
  | keyof QueryOf<typeof listTransactions>
  | keyof QueryOf<typeof listExchangeTransactions>
  | keyof QueryOf<typeof listWithdrawalRequests>
  | keyof QueryOf<typeof listJournal>
  | keyof QueryOf<typeof listAmlChecks>;

/** How people name each query parameter of a list; null: not a filter. The compiler sees to it that none is forgotten. */
const labels = {
  search: 'Search',
  address: 'Address',
  type: 'Type',
  direction: 'Direction',
  status: 'Status',
  currency: 'Currency',
  transaction_id: 'Transaction id',
  request_id: 'Request id',
  external_id: 'External id',
  network: 'Network',
  network_from: 'From network',
  network_to: 'To network',
  currency_from: 'From currency',
  currency_to: 'To currency',
  operation: 'What was done',
  key: 'Key',
  sequence: 'Sequence',
  state: 'State',
  kind: 'Kind',
  band: 'Risk',
  category: 'Category',
  decision: 'Decision',
  sanctions: 'Sanctions',
  created_from: 'From',
  created_to: 'To',
  sort_by: null,
  sort_direction: null,
  limit: null,
  offset: null,
} satisfies Record<Parameter, string | null>;

/** What people call a filter: null for a parameter that is none, its own name for one that we don't know. */
export function labelOfParameter(name: string): string | null {
  return isParameter(name) ? labels[name] : name;
}

function isParameter(name: string): name is Parameter {
  return Object.hasOwn(labels, name);
}
