import { formatList } from '#domain/format.ts';
import { isPermitted, isSupported, type Session } from '#contract/gateway/sessions.ts';
import { type Access, neededFor } from '#contract/permissions.ts';
import type { WalletServiceOperationId } from '#contract/wallet-service/unsupported.ts';
import { amlNetworks } from '#domain/networks.ts';
import type { Recognition } from '#domain/recognise.ts';
import type { Page } from '../page.ts';
import { networkName } from '#dashboard/lib/format.ts';
import { checkSubjectPath } from '#dashboard/entities/aml/aml-paths.ts';
import { walletPath } from '#dashboard/entities/wallets/wallets.ts';
import { withdrawalPath, withdrawalsPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';

/** Something that the palette offers: a page to open, or an action. */
export type PaletteItem = {
  /** Different for each. */
  id: string;
  label: string;
  /** Dimmed text behind the label. */
  note?: string;
  group: 'Found' | 'Search' | 'Wallets' | 'Address book' | 'Pages' | 'Commands' | 'Documentation';
  /** Needed for what it leads to; it isn't offered without that. */
  permission?: Access;
  /** The operations that it needs; it isn't offered where the provider lacks one. */
  needs?: readonly WalletServiceOperationId[];
} & ({ to: string } | { run: () => void });

export type Offer = PaletteItem & { /** Other words by which it is found. */ also?: string };

type Known = {
  /** Pages and commands, in the order in which they are offered. */
  offers: readonly Offer[];
  /** The account's own wallets: address → name. */
  walletNames: ReadonlyMap<string, string>;
  /** Withdrawals and address book entries that were looked up for the text. */
  found?: readonly PaletteItem[];
  /** What the text is; undefined while that is not known. */
  recognition: Recognition | undefined;
  /** Our own service finds withdrawals by a part of their reference, others by all of it. */
  isOwnService: boolean;
} & Pick<Session, 'permissions' | 'console_permissions' | 'missing_operations'>;

/** What the palette offers of each page: first the pages, then the commands. */
export function pageOffers(pages: readonly Page[]): Offer[] {
  const offers = pages.flatMap(({ path, title, needs, keywords, command, shortcuts = [], ...page }) => [
    ...(keywords === undefined
      ? []
      : [
          {
            ...offerOf(command ?? title, keywords, path, neededFor(page), command !== undefined),
            needs: definedOf(needs),
          },
        ]),
    ...shortcuts.map((shortcut) => ({
      ...offerOf(
        shortcut.label,
        shortcut.keywords,
        shortcut.to,
        shortcut.permission ?? neededFor(page),
        shortcut.isCommand === true,
      ),
      needs: definedOf(needs, shortcut.needs),
    })),
  ]);
  return offers.toSorted((a, b) => Number(a.group === 'Commands') - Number(b.group === 'Commands'));
}

function definedOf(...needs: (WalletServiceOperationId | undefined)[]): WalletServiceOperationId[] {
  return needs.filter((each) => each !== undefined);
}

function offerOf(label: string, also: string, to: string, permission: Access, isCommand: boolean): Offer {
  return { id: `page ${to}`, group: isCommand ? 'Commands' : 'Pages', label, also, permission, to };
}

const mostWallets = 8;
const leastSearch = 3;

/** What is offered for a text: first what the text may identify, then items with matching names. */
export function paletteItems(text: string, known: Known): PaletteItem[] {
  return allItems(text.trim(), known).filter(
    ({ permission = null, needs = [] }) =>
      isPermitted(known, permission) && needs.every((operation) => isSupported(known, operation)),
  );
}

function allItems(wanted: string, known: Known): PaletteItem[] {
  const { offers, walletNames, recognition, found = [] } = known;
  if (wanted === '') return offers.filter(({ group }) => group !== 'Search' && group !== 'Documentation');
  // An exact match comes first. What merely contains the text must not push away what Enter is about to open.
  const exact = found.filter(({ group }) => group === 'Found');
  return [
    ...exact,
    ...(wanted.startsWith('wd_') && exact.length === 0 ? [withdrawalItem(wanted, known)] : []),
    ...recognized(wanted, walletNames, recognition),
    ...[...walletNames]
      .filter(
        ([address, name]) => matches(name, wanted) || isFragment(name, wanted) || isFragment(address, wanted),
      )
      .slice(0, mostWallets)
      .map(([address, name]) => walletItem(address, name)),
    ...found.filter((item) => !exact.includes(item)),
    ...offers.filter(({ label, also = '' }) => matches(`${label} ${also}`, wanted)),
    ...searches(wanted, known),
  ].filter((item, index, all) => all.findIndex(({ id }) => id === item.id) === index);
}

/** What a whole address or transaction hash leads to. */
function recognized(
  text: string,
  walletNames: ReadonlyMap<string, string>,
  recognition: Recognition | undefined,
): PaletteItem[] {
  if (recognition?.ok !== true) return [];
  const networks = formatList(
    recognition.candidates.map(({ network }) => networkName(network)),
    'or',
  );
  const [first] = recognition.candidates;
  if (first === undefined) return [];
  const name = walletNames.get(first.value);
  const query = encodeURIComponent(first.value);
  const kind = first.kind === 'address' ? 'Address' : 'Transaction hash';
  const isCovered = recognition.candidates.some(({ network }) =>
    amlNetworks.some((known) => known === network),
  );
  return [
    ...(name === undefined ? [] : [walletItem(first.value, name)]),
    {
      id: `transactions of ${text}`,
      group: 'Search',
      label: first.kind === 'address' ? 'Transactions of this address' : 'Transactions with this hash',
      note: `${kind} on ${networks}`,
      permission: 'transactions:read',
      needs: ['listTransactions'],
      to: `/transactions?search=${query}`,
    },
    ...(isCovered
      ? [
          {
            id: `check ${text}`,
            group: 'Search' as const,
            label: `AML check of this ${first.kind}`,
            note: `${kind} on ${networks}`,
            permission: 'aml:check' as const,
            needs: ['requestAmlReport'] as const,
            to: checkSubjectPath(first.value),
          },
        ]
      : []),
  ];
}

function walletItem(address: string, name: string): PaletteItem {
  return {
    id: `wallet ${address}`,
    group: 'Wallets',
    label: name,
    note: address,
    to: walletPath(address),
  };
}

/** The lists that search for any text. */
function searches(text: string, known: Known): PaletteItem[] {
  if (text.length < leastSearch) return [];
  const byReference = text.startsWith('wd_') ? [] : [withdrawalItem(text, known)];
  // IDs, hashes and addresses have no spaces; names and some references do.
  if (/\s/.test(text)) return byReference;
  const query = encodeURIComponent(text);
  return [
    {
      id: 'search transactions',
      group: 'Search',
      label: `Find “${text}” in transactions`,
      note: 'ID, hash or address',
      permission: 'transactions:read',
      needs: ['listTransactions'],
      to: `/transactions?search=${query}`,
    },
    {
      id: 'search exchanges',
      group: 'Search',
      label: `Find “${text}” in exchanges`,
      note: 'exchange ID',
      permission: 'exchanges:read',
      needs: ['listExchangeTransactions'],
      to: `/exchanges?transaction_id=${query}`,
    },
    ...byReference,
  ];
}

/** A withdrawal by its ID, which has a known form, otherwise by its reference. */
function withdrawalItem(text: string, { isOwnService }: Known): PaletteItem {
  return text.startsWith('wd_')
    ? {
        id: 'withdrawal',
        group: 'Search',
        label: 'Withdrawal with this ID',
        note: text,
        permission: 'withdrawals:read',
        needs: ['listWithdrawalRequests'],
        to: withdrawalPath(text),
      }
    : {
        id: 'search withdrawals',
        group: 'Search',
        label: `Find “${text}” in withdrawals`,
        note: isOwnService ? 'reference, ID or address' : 'reference',
        permission: 'withdrawals:read',
        needs: ['listWithdrawalRequests'],
        to: `${withdrawalsPath}?${isOwnService ? 'search' : 'external_id'}=${encodeURIComponent(text)}`,
      };
}

/** The text is part of a name or an address. Fewer characters would match nearly all of them. */
function isFragment(whole: string, text: string): boolean {
  return text.length >= leastSearch && whole.toLowerCase().includes(text.toLowerCase());
}

/** Every word of the text begins a word of the label, whatever their order. */
function matches(label: string, text: string): boolean {
  const words = label.toLocaleLowerCase().split(/[\s-]+/);
  return text
    .toLocaleLowerCase()
    .split(/[\s-]+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}
