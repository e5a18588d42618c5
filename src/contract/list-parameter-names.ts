import type { listAmlChecks } from './gateway/aml-library.ts';
import type { listAuditLog } from './gateway/audit-log.ts';
import type { listIncomingEvents } from './gateway/incoming-events.ts';
import type { listLedgerEntries } from './gateway/ledger-entries.ts';
import type { Operation, QueryOf } from './operation.ts';
import type { listExchangeTransactions } from './wallet-service/exchanges.ts';
import type { listTransactions } from './wallet-service/transactions.ts';
import type { listWallets } from './wallet-service/wallets.ts';
import type { listWithdrawalRequests } from './wallet-service/withdrawals.ts';

// A new parameter of a list doesn't compile until it has a name for people and, in a list of the wallet service, those
// that other providers give it.

type ParametersOf<O extends Operation> = keyof QueryOf<O> & string;

/** Every query parameter of a list of the wallet service, by the contract's name. */
type WalletServiceParameter =
  | ParametersOf<typeof listWallets>
  | ParametersOf<typeof listTransactions>
  | ParametersOf<typeof listExchangeTransactions>
  | ParametersOf<typeof listWithdrawalRequests>;

type ListParameter =
  | WalletServiceParameter
  | ParametersOf<typeof listAuditLog>
  | ParametersOf<typeof listAmlChecks>
  | ParametersOf<typeof listIncomingEvents>
  | ParametersOf<typeof listLedgerEntries>;

/** What people call each parameter; null: not a filter. */
const labels = {
  search: 'Search',
  address: 'Address',
  type: 'Type',
  direction: 'Direction',
  status: 'Status',
  currency: 'Currency',
  transaction_id: 'Transaction ID',
  request_id: 'Withdrawal ID',
  external_id: 'Reference',
  network: 'Network',
  network_from: 'From network',
  network_to: 'To network',
  currency_from: 'From currency',
  currency_to: 'To currency',
  operation: 'Action',
  key: 'By',
  sequence: 'Sequence',
  id: 'Event ID',
  state: 'State',
  kind: 'Kind',
  band: 'Risk',
  category: 'Category',
  decision: 'Decision',
  sanctions: 'Sanctions',
  booked_from: 'Booked from',
  booked_to: 'Booked to',
  wallet: 'Wallet',
  place: 'Place',
  movement: 'Figure',
  reference: 'Document ID',
  created_from: 'From',
  created_to: 'To',
  sort_by: null,
  sort_direction: null,
  limit: null,
  offset: null,
  after: null,
} satisfies Record<ListParameter, string | null>;

/** A filter's label: null for a parameter that isn't a filter, its own name for an unknown one. */
export function labelOfParameter(name: string): string | null {
  return isParameter(name) ? labels[name] : name;
}

function isParameter(name: string): name is ListParameter {
  return Object.hasOwn(labels, name);
}

/**
 * What providers commonly call the parameters of lists, the most common names first. Only names with the same meaning:
 * `page`, which counts pages, is not another name for `offset`, which counts rows.
 */
export const commonParameterNames = {
  address: ['wallet_address', 'walletAddress', 'wallet', 'addr'],
  created_from: ['date_from', 'dateFrom', 'from_date', 'start_date', 'startDate', 'createdFrom', 'from'],
  created_to: ['date_to', 'dateTo', 'to_date', 'end_date', 'endDate', 'createdTo', 'to'],
  currency: ['currency_code', 'currencyCode', 'token', 'token_code', 'coin', 'asset', 'symbol', 'ticker'],
  currency_from: ['from_currency', 'fromCurrency', 'currencyFrom', 'source_currency', 'token_from'],
  currency_to: [
    'to_currency',
    'toCurrency',
    'currencyTo',
    'destination_currency',
    'target_currency',
    'token_to',
  ],
  direction: ['transaction_direction', 'transactionDirection', 'side'],
  external_id: ['externalId', 'external_request_id', 'reference', 'client_id', 'order_id'],
  limit: ['page_size', 'pageSize', 'per_page', 'perPage', 'size', 'take'],
  network: ['network_code', 'networkCode', 'chain', 'blockchain', 'network_name'],
  network_from: ['from_network', 'fromNetwork', 'networkFrom', 'source_network', 'chain_from'],
  network_to: ['to_network', 'toNetwork', 'networkTo', 'destination_network', 'target_network', 'chain_to'],
  offset: ['skip', 'start', 'page_offset', 'pageOffset'],
  request_id: ['requestId', 'withdrawal_id', 'withdrawalId', 'id'],
  search: ['q', 'query', 'search_text', 'searchText', 'keyword', 'term'],
  sort_by: ['sortBy', 'order_by', 'orderBy', 'sort_field', 'sortField', 'sort'],
  sort_direction: ['sortDirection', 'sort_order', 'sortOrder', 'sort_dir', 'order_direction', 'order'],
  status: ['state', 'transaction_status', 'status_code'],
  transaction_id: ['transactionId', 'tx_id', 'txId', 'txid', 'id'],
  type: ['wallet_type', 'walletType', 'kind'],
} as const satisfies Record<WalletServiceParameter, readonly string[]>;
