import { Title } from '@mantine/core';
import { Link, useParams } from 'react-router';
import type { JournalEntry } from '#contract/gateway/journal.ts';
import { readListQuery } from '#contract/list-address.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { TimeDetails } from '#dashboard/ui/time-details.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { ListDrawer } from '#dashboard/list/list-drawer.tsx';
import type { ReadOne } from '#dashboard/list/list-row.queries.ts';
import { askedFields } from './asked-fields.ts';
import { needWords, Result, Subject, viaWords } from './journal-words.tsx';
import { journal, journalPath } from './journal.queries.ts';
import { operationWords } from './operation-words.ts';

/** One entry at its own address. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <ListDrawer
      key={id}
      source={journal}
      id={id}
      listPath={journalPath}
      word="entry"
      readOne={readEntry}
      // Its outcome comes when it is done.
      liveEveryMs={({ value }) => (value.status === 'unknown' ? 5_000 : false)}
    >
      {({ value }) => (
        <>
          <Entry value={value} />
          <Chain value={value} />
        </>
      )}
    </ListDrawer>
  );
}

// Kept by the gateway itself: what it doesn't find there is not there.
const readEntry: ReadOne<JournalEntry> = async (id, { signal }) => {
  const query = readListQuery(journal.schema, new URLSearchParams({ sequence: id }));
  // An id that is no number would be no filter.
  if (query.sequence === undefined) return { state: 'absent' };
  const { rows } = await journal.read(query, signal);
  const [row] = rows;
  return row === undefined ? { state: 'absent' } : { state: 'found', value: row };
};

function Entry({ value }: { value: Partial<JournalEntry> }) {
  const asked = askedFields(value.details);
  const place = placeOf(value);
  return (
    <DescriptionList>
      <Description name="What" note={value.operation}>
        {operationWords(value.operation ?? 'unreadable')}
      </Description>
      <Description name="Result" note={resultNote(value)}>
        <Result status={value.status} />
      </Description>
      {Boolean(value.error_message) && <Description name="Message">{value.error_message}</Description>}
      {value.subject !== null && (
        <Description name="On what">
          <Subject value={value.subject} what="subject" full />
        </Description>
      )}
      {value.created_id !== null && (
        <Description name="New id">
          <Subject value={value.created_id} what="id" full />
        </Description>
      )}
      {place && (
        <Description name="See">
          <Link to={place.to}>{place.label}</Link>
        </Description>
      )}
      {typeof value.details_need === 'string' && (
        <Description name="Details">Hidden. {needWords(value.details_need)}</Description>
      )}
      {asked.length > 0 && (
        <Description name="Asked for">
          <DescriptionList isPlain>
            {asked.map(([name, text]) => (
              <Description key={name} name={name}>
                {text}
              </Description>
            ))}
          </DescriptionList>
        </Description>
      )}
      <Description name="Key" note={viaWords(value.via)}>
        {value.key_name !== null && <div>{value.key_name ?? 'unreadable'}</div>}
        {value.key_fingerprint !== '' && <Address value={value.key_fingerprint} what="fingerprint" full />}
      </Description>
      {Boolean(value.ip_address) && <Description name="IP address">{value.ip_address}</Description>}
      {value.session !== null && value.session !== undefined && (
        <Description name="Session">
          <Address value={value.session} what="session" full />
        </Description>
      )}
      <Description name="Request id">
        <Address value={value.request_id} what="request id" full />
      </Description>
      <Description name="Time">
        <TimeDetails value={value.created_at} />
      </Description>
    </DescriptionList>
  );
}

/** What proves that neither of the two entries was changed. */
function Chain({ value }: { value: Partial<JournalEntry> }) {
  const { outcome_sequence: outcome } = value;
  return (
    <section aria-labelledby="chain-heading">
      <Title order={3} my="sm" c="dimmed" size="xs" fw={500} id="chain-heading">
        In the chain
      </Title>
      <DescriptionList>
        <Description name="Entry">{value.sequence}</Description>
        <Description name="Hash">
          <Address value={value.hash} what="hash" full />
        </Description>
        <Description name="Hash before">
          <Address value={value.previous_hash} what="hash before" full />
        </Description>
        {outcome === null && <Description name="Outcome">None recorded</Description>}
        {outcome !== null && outcome !== undefined && (
          <>
            <Description name="Outcome" note={<CopyableTime value={value.outcome_at ?? undefined} />}>
              Entry {outcome}
            </Description>
            <Description name="Hash">
              <Address value={value.outcome_hash ?? undefined} what="hash of the outcome" full />
            </Description>
            <Description name="Hash before">
              <Address value={value.outcome_previous_hash ?? undefined} what="hash before the outcome" full />
            </Description>
          </>
        )}
      </DescriptionList>
    </section>
  );
}

function resultNote({ status, http_status: http }: Partial<JournalEntry>): string | undefined {
  if (status === 'unknown') {
    return 'It is under way, or the process ended in the middle: look where it would show whether it was done.';
  }
  if (status === 'failed') return `Status ${http}: it may have been done nonetheless.`;
  return typeof http === 'number' ? `Status ${http}` : undefined;
}

const ofWallets = new Set(['createWallet', 'renameWallet', 'setWalletStatus']);

/** Where what it is about can be seen. Told here, as the other pages' own words for it come with their lists. */
function placeOf({ operation = '', subject, created_id: created, status }: Partial<JournalEntry>) {
  if (status !== 'completed') return undefined;
  const id = created ?? subject;
  if (typeof id !== 'string') return undefined;
  const part = encodeURIComponent(id);
  if (operation === 'createWithdrawalRequest') return { to: `/withdrawals/${part}`, label: 'The withdrawal' };
  return ofWallets.has(operation) ? { to: `/wallets/${part}`, label: 'The wallet' } : undefined;
}
