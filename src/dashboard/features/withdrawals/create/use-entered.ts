import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { recipientError } from './check-fields.ts';
import { bodyOf, type Fields, type WithdrawalBody } from './fields.ts';
import { type FeeKnowledge, type Quote, quoteOf, readAmount } from './quote.ts';
import { feeOf, type OwnWallet, ownWallets, type Source, useSource } from './source.queries.ts';
import { type KnownRecipient, useKnownRecipient } from './use-known-recipient.ts';

/** What is entered, and what is known of each part of it. */
export type Entered = {
  fields: Fields;
  body: WithdrawalBody;
  source: Source;
  /** The account's own wallets, of every network. */
  wallets: readonly OwnWallet[];
  known: KnownRecipient;
  /** Undefined while it is being read. */
  fee: FeeKnowledge | undefined;
  feeError: Error | null;
  readFeeAgain: () => void;
  quote: Quote;
};

export function useEntered(form: UseFormReturn<Fields>): Entered {
  // Of a form with defaults for all of them.
  const fields = useWatch({ control: form.control }) as Fields;
  const body = bodyOf(fields);
  const mayReadWallets = usePermission('wallets:read').allowed;
  const mayReadWithdrawals = usePermission('withdrawals:read').allowed;
  const source = useSource(fields);
  const wallets = useQuery({ ...ownWallets, enabled: mayReadWallets });
  const known = useKnownRecipient(
    fields.network,
    recipientError(fields) === undefined ? body.recipient_wallet : '',
  );
  const asked = useQuery(feeOf(fields.network, fields.currency, mayReadWithdrawals));
  const fee: FeeKnowledge | undefined = asked.data ?? (asked.isError ? { kind: 'unknown' } : undefined);
  return {
    fields,
    body,
    source,
    wallets: wallets.data ?? [],
    known,
    fee,
    feeError: asked.error,
    readFeeAgain: () => void asked.refetch(),
    quote: quoteOf({
      amount: readAmount(fields.amount),
      isFeeIncluded: body.fee_included,
      fee: fee === undefined || fee.kind === 'unknown' ? undefined : fee.fee,
      available: source.available,
    }),
  };
}
