import { defaultOf } from '#contract/asked-query.ts';
import {
  type Capability,
  capabilityAspects,
  type CapabilityState,
  capabilityDetails,
} from '#contract/gateway/capabilities.ts';
import type { Operation } from '#contract/operation.ts';
import { listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { unsupportedMessage, type WalletServiceOperationId } from '#contract/wallet-service/unsupported.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { labelOfParameter } from '#contract/list-parameter-names.ts';
import { costOf } from './gap-costs.ts';

/** What one operation of a provider does and doesn't do, in words. */
export type CapabilityRow = {
  id: WalletServiceOperationId;
  label: string;
  works: string[];
  lacks: string[];
  unknown: string[];
  /** ISO 8601; the latest of its findings. */
  foundAt: string | undefined;
  /** The settings say it, so that it wasn't found out. */
  isSet: boolean;
};

/** What the lack of something means for the user. */
export type Gap = {
  cost: string;
  /** The lists that have the gap, with what is missing there; nothing where it is an operation. */
  places: { label: string; aspects: string[] }[];
};

const labels: Record<WalletServiceOperationId, string> = {
  listWallets: 'Wallets',
  listTransactions: 'Transactions',
  listExchangeTransactions: 'Exchanges',
  listWithdrawalRequests: 'Withdrawals',
  getUserBalances: 'Balances',
  getWithdrawalRequest: 'A single withdrawal',
  createWallet: 'Create wallets',
  renameWallet: 'Rename wallets',
  setWalletStatus: 'Change a wallet’s status',
  deleteWallet: 'Delete wallets',
  createWithdrawalRequest: 'Submit withdrawals',
  deleteWithdrawalRequest: 'Delete withdrawals',
  requestAmlReport: 'Start AML checks',
  recheckAmlReport: 'Fetch AML reports later',
  testKey: 'Test API keys',
};

const lists: readonly Operation[] = [
  listWallets,
  listTransactions,
  listExchangeTransactions,
  listWithdrawalRequests,
];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: the keys of this very object
const operationIds = Object.keys(labels) as WalletServiceOperationId[];

const sortLabels: Readonly<Record<string, string>> = {
  created_at: 'time',
  updated_at: 'last update',
  status: 'status',
  amount: 'amount',
  amount_from: 'source amount',
  amount_to: 'destination amount',
  rate: 'rate',
  name: 'name',
  balance: 'balance',
};

const otherLabels: Readonly<Record<string, string>> = {
  created_from: 'Start date',
  created_to: 'End date',
  sort_direction: 'Sort direction',
  limit: 'Page size',
  offset: 'Later pages',
  count: 'Total',
};

/** The name of what a provider can do for a list: a filter, a sort order, or one of its aspects. */
export function aspectLabel(aspect: string): string {
  const [, sorted] = aspect.split('sort_by=', 2);
  if (sorted !== undefined) return `Sort by ${sortLabels[sorted] ?? sorted}`;
  return otherLabels[aspect] ?? labelOfParameter(aspect) ?? aspect;
}

/** The name of a list or another operation. */
export function operationLabel(id: string): string {
  return operationIds.find((known) => known === id) === undefined
    ? id
    : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: one of the keys
      labels[id as WalletServiceOperationId];
}

/** Everything that the console uses of a list. */
function aspectsOf(list: Operation): string[] {
  const parameters = Object.entries(list.rows?.parameters ?? {});
  return [
    ...parameters.flatMap(([name, meaning]) => {
      if (meaning.kind !== 'sort') return [name];
      const isDefault = (value: string) => value === defaultOf(list, name);
      return Object.keys(meaning.by).flatMap((value) => (isDefault(value) ? [] : [`${name}=${value}`]));
    }),
    capabilityAspects.count,
  ];
}

/** A row of each operation: the lists with all that they can do, the others with whether they exist. */
export function capabilityRows(capabilities: readonly Capability[]): CapabilityRow[] {
  return operationIds.map((id) => {
    const own = capabilities.filter(({ operation }) => operation === id);
    const state = (aspect: string): CapabilityState =>
      own.find((one) => one.aspect === aspect)?.state ?? 'unknown';
    const list = lists.find((each) => each.id === id);
    const exists = state(capabilityAspects.operation);
    const aspects = list === undefined || exists === 'disproved' ? [] : aspectsOf(list);
    const inState = (wanted: CapabilityState) =>
      aspects.filter((aspect) => state(aspect) === wanted).map((aspect) => nameOf(aspect, own));
    const itself = (wanted: CapabilityState, text: string) =>
      exists === wanted && aspects.length === 0 ? [text] : [];
    return {
      id,
      label: labels[id],
      works: [...itself('proved', 'Supported'), ...inState('proved')],
      lacks: [...itself('disproved', 'Not supported'), ...inState('disproved')],
      unknown: [...itself('unknown', 'Not tried yet'), ...inState('unknown')],
      foundAt: own
        .filter(({ aspect, detail }) => {
          const isShown = aspects.includes(aspect) || aspect === capabilityAspects.operation;
          return isShown && detail !== capabilityDetails.setting;
        })
        .map(({ found_at: at }) => at)
        .toSorted()
        .at(-1),
      isSet: own.some(
        ({ aspect, detail }) =>
          aspect === capabilityAspects.operation && detail === capabilityDetails.setting,
      ),
    };
  });
}

/** The page size with the largest one that was seen. */
function nameOf(aspect: string, own: readonly Capability[]): string {
  const found = own.find((one) => one.aspect === aspect);
  const largest = aspect === 'limit' && found?.state === 'proved' ? Number(found.detail) : Number.NaN;
  return Number.isNaN(largest) ? aspectLabel(aspect) : `${aspectLabel(aspect)} (up to ${largest})`;
}

/** What each lack means, the lists first. What means the same is one entry. */
export function gapsOf(capabilities: readonly Capability[]): Gap[] {
  const gaps = new Map<string, Gap>();
  for (const id of operationIds) {
    const lacking = capabilities.filter(({ operation, state }) => operation === id && state === 'disproved');
    const isMissing = lacking.some(({ aspect }) => aspect === capabilityAspects.operation);
    if (isMissing) {
      const cost = unsupportedMessage(id);
      gaps.set(cost, { cost, places: [{ label: labels[id], aspects: [] }] });
      continue;
    }
    for (const { aspect } of lacking) {
      const cost = costOf(aspect);
      if (cost === undefined) continue;
      const { places } = gaps.get(cost) ?? { places: [] };
      const before = places.find(({ label }) => label === labels[id])?.aspects ?? [];
      const others = places.filter(({ label }) => label !== labels[id]);
      const here = { label: labels[id], aspects: [...before, aspectLabel(aspect)] };
      gaps.set(cost, { cost, places: [...others, here] });
    }
  }
  return [...gaps.values()].toSorted((a, b) => Number(isOperation(a)) - Number(isOperation(b)));
}

function isOperation({ places }: Gap): boolean {
  return places.every(({ aspects }) => aspects.length === 0);
}

/** Why a parameter doesn't work, as far as it isn't simply ignored. */
export function reasonsOf(
  capabilities: readonly Capability[],
): { where: string; what: string; reason: string }[] {
  const ownDetails: readonly string[] = Object.values(capabilityDetails);
  return capabilities.flatMap(({ operation, aspect, state, detail }) =>
    state === 'disproved' && detail !== null && !ownDetails.includes(detail) && costOf(aspect) !== undefined
      ? [{ where: operationLabel(operation), what: aspectLabel(aspect), reason: detail }]
      : [],
  );
}
