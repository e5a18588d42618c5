import { walletTypeLabels } from '#contract/wallet-service/place-labels.ts';
import { type WalletStatus, walletStatuses, type WalletType, walletTypes } from '#domain/networks.ts';

export const walletsPath = '/wallets';
export const newWalletPath = '/wallets/new';
export const importWalletsPath = '/wallets/import';

export type WalletAction = 'deposit' | 'rename' | 'status' | 'notes' | 'delete';

/** The page of one wallet, or of something to do with it. */
export function walletPath(address: string, action?: WalletAction): string {
  const path = `${walletsPath}/${encodeURIComponent(address)}`;
  return action === undefined ? path : `${path}/${action}`;
}

/** The wallet that a path is about; undefined for the list itself and for a new one. */
export function addressOfPath(path: string): string | undefined {
  const [, root, address] = path.split('/');
  if (
    root !== 'wallets' ||
    address === undefined ||
    address === '' ||
    path === newWalletPath ||
    path === importWalletsPath
  )
    return undefined;
  try {
    return decodeURIComponent(address);
  } catch {
    // The URL has a lone percent sign.
    return undefined;
  }
}

/** The word to search a list for: a name that has all words of the text has its longest one. */
export function longestWordIn(text: string): string {
  return text
    .trim()
    .split(/\s+/)
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '')
    .slice(0, 128);
}

type LabelAndMeaning = { label: string; meaning: string };

export const typeLabels = {
  user: {
    label: walletTypeLabels.user,
    meaning: 'Funds stay on the wallet’s own address and are spent from there.',
  },
  accounting: {
    label: walletTypeLabels.accounting,
    meaning: 'Deposits are verified, then moved to the exchange pool.',
  },
} as const satisfies Record<WalletType, LabelAndMeaning>;

export const statusLabels = {
  active: { label: 'Active', meaning: 'Receives deposits and can send withdrawals.' },
  inactive: {
    label: 'Inactive',
    meaning: 'Not in use. Keeps its address, balances and history.',
  },
  blocked: {
    label: 'Blocked',
    meaning: 'Can’t send withdrawals until its status is changed.',
  },
} as const satisfies Record<WalletStatus, LabelAndMeaning>;

/** Providers know types that we do not: those are shown as they are, without an explanation. */
export function describeWalletType(type: string): LabelAndMeaning {
  return isOneOf(walletTypes, type) ? typeLabels[type] : { label: type, meaning: '' };
}

export function describeWalletStatus(status: string): LabelAndMeaning {
  return isOneOf(walletStatuses, status) ? statusLabels[status] : { label: status, meaning: '' };
}

function isOneOf<const T extends string>(values: readonly T[], text: string): text is T {
  return values.some((value) => value === text);
}
