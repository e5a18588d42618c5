import type { Transaction } from 'kysely';
import { describeRejection } from '#domain/aml/rejection.ts';
import type { ReasonCode } from '#database/history-tables.ts';
import { findStandingRejection, lockRecipient, type Recipient } from '#database/recipient-guard.ts';
import type { Tables } from '#database/tables.ts';
import type { WithdrawalRow } from './withdrawals.store.ts';

/** Why a request is rejected or failed: as a sentence for people, and its kind for programs. */
export type Reason = { code: ReasonCode; reason: string };

export function recipientOf({
  account_id: accountId,
  network,
  recipient_wallet: address,
}: Pick<WithdrawalRow, 'account_id' | 'network' | 'recipient_wallet'>): Recipient {
  return { accountId, network, address };
}

/**
 * Why a request must not be paid (any more). Asked in each transaction that takes it a step nearer to its payment;
 * until that transaction ends, no rejection of the recipient is written.
 */
export async function findObjection(
  tx: Transaction<Tables>,
  request: WithdrawalRow,
): Promise<Reason | undefined> {
  await lockRecipient(tx, recipientOf(request), 'share');
  return (
    (await findSanction(tx, request)) ??
    (await findRejection(tx, request)) ??
    (await findBlockedSender(tx, request)) ??
    (await findDeletedRecipient(tx, request))
  );
}

async function findSanction(
  tx: Transaction<Tables>,
  { network, recipient_wallet: recipient }: WithdrawalRow,
): Promise<Reason | undefined> {
  const label = await tx
    .selectFrom('aml_labels')
    .select(['source', 'entity'])
    .where('network', '=', network)
    .where('address', '=', recipient)
    .where('category', '=', 'sanctions')
    .orderBy('source')
    .executeTakeFirst();
  if (label === undefined) return undefined;
  return { code: 'sanctions', reason: `The recipient is sanctioned: ${label.entity} (${label.source}).` };
}

async function findRejection(tx: Transaction<Tables>, request: WithdrawalRow): Promise<Reason | undefined> {
  const rejection = await findStandingRejection(tx, recipientOf(request));
  return rejection && { code: 'compliance', reason: describeRejection(rejection) };
}

async function findBlockedSender(
  tx: Transaction<Tables>,
  { sender_wallet: sender }: WithdrawalRow,
): Promise<Reason | undefined> {
  if (sender === null) return undefined;
  const wallet = await tx
    .selectFrom('wallets')
    .select('status')
    .where('address', '=', sender)
    .executeTakeFirst();
  return wallet?.status === 'blocked'
    ? { code: 'wallet_blocked', reason: 'The paying wallet is blocked.' }
    : undefined;
}

/** No wallet is deleted while a request pays to it: this is for a database that was changed by hand. */
async function findDeletedRecipient(
  tx: Transaction<Tables>,
  { network, recipient_wallet: recipient }: WithdrawalRow,
): Promise<Reason | undefined> {
  const wallet = await tx
    .selectFrom('wallets')
    .select(['network', 'deleted_at'])
    .where('address', '=', recipient)
    .executeTakeFirst();
  return wallet?.network === network && wallet.deleted_at !== null
    ? { code: 'recipient_deleted', reason: 'The recipient was a wallet of this service that was deleted.' }
    : undefined;
}
