import { Stack } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconSparkles } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { asSentence } from '#dashboard/lib/error-words.ts';
import { groupDigits } from '#dashboard/lib/digits.ts';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import classes from './create.module.css';
import type { KnownRecipient } from './use-known-recipient.ts';

/** What the account knows of a recipient before it is paid, one line for each source of knowledge. */
export function RecipientFacts({ known }: { known: KnownRecipient }) {
  return (
    <>
      <Stack
        component="ul"
        gap="xs"
        fz="sm"
        className={classes['facts']}
        aria-label="What is known of the recipient"
        aria-busy={known.isLooking}
      >
        <OnSanctionsList known={known} />
        <Ownership known={known} />
        <InBook known={known} />
        <History known={known} />
      </Stack>
      {known.error !== null && <FailureAlert error={known.error} onRetry={known.lookAgain} />}
    </>
  );
}

function Ownership({ known: { ownName } }: { known: KnownRecipient }) {
  if (ownName === undefined) return null;
  return <Known>One of your own wallets: “{ownName}”.</Known>;
}

function OnSanctionsList({ known: { book } }: { known: KnownRecipient }) {
  const lists = book?.sanctions_lists ?? [];
  if (lists.length === 0) return null;
  return (
    <li data-tone="negative">
      <IconAlertTriangle size={16} aria-hidden />
      <span>This address is sanctioned: it is named by {lists.join(' and ')}.</span>
    </li>
  );
}

function InBook({ known: { book } }: { known: KnownRecipient }) {
  if (book === undefined) return null;
  if (book.refusal !== null) {
    return (
      <li data-tone="negative">
        <IconAlertTriangle size={16} aria-hidden />
        <span>It would be refused now: {asSentence(book.refusal)}</span>
      </li>
    );
  }
  if (book.entry === null) return null;
  const { name, note } = book.entry;
  return (
    <Known>
      In the address book: “{name}”{note !== '' && `, ${note}`}.
    </Known>
  );
}

function History({ known }: { known: KnownRecipient }) {
  const { history, isLooking, missing, ownName, isNew } = known;
  if (history === undefined) {
    return isLooking ? <Unknown>Looking through what was paid before…</Unknown> : null;
  }
  if (history.times > 0) {
    const times =
      history.times === 1 && history.missing === null ? 'once' : `${groupDigits(history.times)} times`;
    return (
      <Known>
        Paid {history.missing !== null && 'at least '}
        {times} before, last <Time value={history.lastAt} />.
      </Known>
    );
  }
  if (missing !== undefined) {
    return (
      <Unknown>
        Whether it was paid before cannot be told: the key lacks the permission <code>{missing}</code>.
      </Unknown>
    );
  }
  if (history.missing !== null) {
    return <Unknown>Can’t tell whether this address was paid before. {history.missing}</Unknown>;
  }
  if (ownName !== undefined) return null;
  if (!isNew) return <Unknown>This address hasn’t been paid before.</Unknown>;
  return (
    <li data-tone="warning">
      <IconSparkles size={16} aria-hidden />
      <span>First payment to this address</span>
    </li>
  );
}

function Known({ children }: { children: ReactNode }) {
  return (
    <li data-tone="positive">
      <IconCircleCheck size={16} aria-hidden />
      <span>{children}</span>
    </li>
  );
}

function Unknown({ children }: { children: ReactNode }) {
  return (
    <li>
      <IconHelpCircle size={16} aria-hidden />
      <span>{children}</span>
    </li>
  );
}
