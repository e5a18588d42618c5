import type { JournalEntry } from '#contract/gateway/journal.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';

type SubjectProps = { value: string | null | undefined; what: string; full?: boolean };

/** An address, an id or a name; nothing where there is none. */
export function Subject({ value, what, full = false }: SubjectProps) {
  return value === null ? null : <Address value={value} what={what} full={full} />;
}

/** What came of it. */
export function Result({ status }: { status: JournalEntry['status'] | undefined }) {
  return <StatusBadge status={status === 'unknown' ? 'No outcome recorded' : status} />;
}

/** Who asked, in words. */
export function viaWords(via: JournalEntry['via'] | undefined): string {
  if (via === undefined) return 'unreadable';
  if (via === 'command') return 'A command on the server';
  return via === 'session' ? 'Somebody signed in' : 'A program';
}

/** Why an entry's details are hidden. */
export function needWords(permissions: string): string {
  return `To see the details of this entry, your API key needs ${permissions}.`;
}
