import type { BookEntry } from '#contract/gateway/address-book.ts';
import type { Transaction } from '#contract/wallet-service/transactions.ts';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import type { WithdrawalRequest } from '#contract/wallet-service/withdrawals.ts';

/** What stands in a row where an address may stand, and the network that it is on. */
export type RowSubject = { value: string | undefined; network: string | undefined };

/** Which address of a list's rows AML checks are about. */
export type ListSubjects<T extends object = object> = {
  subjectOf: (row: Partial<T>) => RowSubject;
  /** The account's own wallets are left out: it is about whoever pays or is paid. */
  isForeign: boolean;
};

/** Of transactions: who sent what came in, and who received what went out. */
export const counterparties: ListSubjects<Transaction> = {
  subjectOf: ({ direction, sender_wallet: sender, recipient_wallet: recipient, network }) => ({
    value: direction === 'in' ? sender : recipient,
    network,
  }),
  isForeign: true,
};

/** Of withdrawals. */
export const recipients: ListSubjects<WithdrawalRequest> = {
  subjectOf: ({ recipient_wallet: value, network }) => ({ value, network }),
  isForeign: true,
};

/** Of wallets and of the address book: the row's own address. */
export const ownAddress: ListSubjects<Wallet | BookEntry> = {
  subjectOf: ({ address: value, network }) => ({ value, network }),
  isForeign: false,
};
