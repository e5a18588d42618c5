import { TextInput, Group, Text, Stack, Box } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { networkInText } from '#dashboard/lib/format.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { AddressGroups } from './look-alike-question.tsx';
import classes from './create.module.css';
import type { WithdrawalBody } from './withdrawal-fields.ts';
import { MoneySummary } from './amount-step.tsx';
import type { FeeKnowledge, Quote } from './quote.ts';
import { CheckHere } from '#dashboard/entities/aml/check-here.tsx';
import { RecipientFacts } from './recipient-step.tsx';
import type { KnownRecipient } from './recipient.queries.ts';

type Props = {
  body: WithdrawalBody;
  /** The name of the wallet that pays, where it is known. */
  payerName: string | undefined;
  known: KnownRecipient;
  quote: Quote;
  fee: FeeKnowledge | undefined;
  isSending: boolean;
  /** Replaces the buttons while the user is about to leave. */
  question: ReactNode;
  onSend: () => void;
  onEdit: () => void;
};

const proofLength = 6;

/** The whole request before it is sent. A recipient that is new is proved by the last characters of its address. */
export function RequestReview(props: Props) {
  const { body, payerName, known, quote, fee, isSending, question, onSend, onEdit } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const proofInput = useRef<HTMLInputElement>(null);
  const [proof, setProof] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const isFirst = known.history?.missing === null;
  const wanted = body.recipient_wallet.slice(-proofLength);

  useEffect(() => heading.current?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The case of hexadecimal digits is a checksum, which needn't be typed.
    const isHex = body.recipient_wallet.startsWith('0x');
    const isProved = isHex ? proof.trim().toLowerCase() === wanted.toLowerCase() : proof.trim() === wanted;
    if (known.isNew && !isProved) {
      setIsRefused(true);
      proofInput.current?.focus();
      return;
    }
    onSend();
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={20} maw={600} pb="xl">
        <h2 ref={heading} tabIndex={-1}>
          Review withdrawal
        </h2>
        <Stack component="dl" fz="sm" className={classes['reviewed']}>
          <div>
            <dt>Recipient, on {networkInText(body.network)}</dt>
            <Box
              component="dd"
              p="md"
              bd="1px solid var(--line-medium)"
              bdrs={8}
              className={classes['reviewedAddress']}
            >
              <AddressGroups address={body.recipient_wallet} />
            </Box>
          </div>
          <div>
            <dt>From</dt>
            <dd>
              {body.sender === 'exchange' ? (
                'The exchange pool'
              ) : (
                <>
                  {payerName !== undefined && <div>{payerName}</div>}
                  <Text span ff="monospace" fz={12.5} inherit>
                    {body.sender_wallet}
                  </Text>
                </>
              )}
            </dd>
          </div>
          <div>
            <dt>Comment</dt>
            <dd>
              {body.comment ?? (
                <Text span c="dimmed" fw={400} inherit>
                  None
                </Text>
              )}
            </dd>
          </div>
          <div>
            <dt>Reference</dt>
            <Box component="dd" ff="monospace" fz={12.5}>
              {body.external_id}
            </Box>
          </div>
        </Stack>
        <MoneySummary quote={quote} fee={fee} isFeeIncluded={body.fee_included} currency={body.currency} />
        <RecipientFacts known={known} />
        {known.isNew && (
          <TextInput
            ref={proofInput}
            className={classes['proof'] ?? ''}
            label={`The last ${proofLength} characters of the recipient’s address`}
            description={
              isFirst
                ? 'Type them from the original source, not from this screen: this is a first payment.'
                : 'Type them from the original source, not from this screen: this may be a first payment.'
            }
            autoComplete="off"
            spellCheck={false}
            maxLength={proofLength + 2}
            value={proof}
            onChange={(event) => {
              setProof(event.currentTarget.value);
              setIsRefused(false);
            }}
            error={isRefused && 'These don’t match the end of the address above.'}
          />
        )}
        {/* Behind the proof, so that typing on does not pay for a check. */}
        <CheckHere value={body.recipient_wallet} network={body.network} />
        {question ?? (
          <Group gap="sm" align="stretch" justify="flex-end" className={classes['footer']}>
            <Button
              variant="default"
              aria-disabled={isSending || undefined}
              onClick={isSending ? undefined : onEdit}
            >
              Edit
            </Button>
            <Button type="submit" loading={isSending}>
              Submit withdrawal
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
