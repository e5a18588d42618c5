import { formatList } from '#domain/format.ts';
import { type AmlNetwork, amlNetworks, networks } from '#domain/networks.ts';
import { type Candidate, recognise } from '#domain/recognise.ts';

/** What can be checked. */
export type Subject = Omit<Candidate, 'network'> & { network: AmlNetwork };

export type ReadSubject =
  | { state: 'empty' }
  /** A subject for each network that it may be of, in the order of the interface. */
  | { state: 'known'; subjects: readonly [Subject, ...Subject[]] }
  /** A sentence's beginning: “the checksum is wrong”. */
  | { state: 'impossible'; reason: string };

/** Says what of a typed text can be checked, before anything is asked, let alone paid. */
export function parseSubject(typed: string): ReadSubject {
  if (typed.trim() === '') return { state: 'empty' };
  const recognition = recognise(typed);
  if (!recognition.ok) return { state: 'impossible', reason: recognition.reason };
  const { candidates } = recognition;
  const subjects = amlNetworks.flatMap((network) =>
    candidates.flatMap((candidate): Subject[] =>
      candidate.network === network ? [{ ...candidate, network }] : [],
    ),
  );
  const [first, ...others] = subjects;
  if (first !== undefined) return { state: 'known', subjects: [first, ...others] };
  const places = [...new Set(candidates.map(({ network }) => networks[network].name))];
  return { state: 'impossible', reason: `AML reports don’t cover ${formatList(places, 'or')}` };
}
