import { formatInteger, formatList, pluralize } from '../format.ts';
/** A sanctions list that an account has loaded. */
export type SanctionsList = {
  name: string;
  /** The date that the list itself has, `2026-01-31`. */
  date: string;
  /** How many addresses it names. */
  entries: number;
};

/** A list that names a subject. */
export type SanctionsMatch = SanctionsList & {
  /** The owner that the list names; empty if it names none. */
  entity: string;
};

export const sanctionsStates = ['named', 'not_named', 'not_screened'] as const;

export type SanctionsState = (typeof sanctionsStates)[number];

/** What is known of a subject and sanctions at one time: exactly one of three states. */
export type Sanctions = {
  state: SanctionsState;
  /** The lists that name the subject. */
  named_by: SanctionsMatch[];
  /** Whether the report of the subject's check names sanctions. */
  is_named_by_report: boolean;
  /** The lists that the subject was screened against. Empty where it wasn't screened. */
  screened_against: SanctionsList[];
};

type Known = {
  kind: 'address' | 'transaction';
  /** The lists that were loaded at the time. */
  lists: readonly SanctionsList[];
  /** The lists that name the subject. */
  matches: readonly SanctionsMatch[];
  isNamedByReport: boolean;
};

/**
 * The one place that decides on a subject's state. Lists name addresses, so a transaction is never screened against
 * them; a match counts whatever the provider says.
 */
export function sanctionsOf({ kind, lists, matches, isNamedByReport }: Known): Sanctions {
  const isScreened = kind === 'address' && lists.length > 0;
  const isNamed = matches.length > 0 || isNamedByReport;
  return {
    state: isNamed ? 'named' : isScreened ? 'not_named' : 'not_screened',
    named_by: [...matches],
    is_named_by_report: isNamedByReport,
    screened_against: isScreened ? [...lists] : [],
  };
}

/** The state as a sentence without its full stop. `then`: of an earlier time. */
export function sanctionsMessage(
  { state, named_by: matches, screened_against: lists }: Sanctions,
  kind: 'address' | 'transaction',
  when: 'now' | 'then' = 'now',
): string {
  if (matches.length > 0) return `On ${formatList(matches.map(matchLabel))}`;
  if (state === 'named') return 'Sanctioned according to the provider’s report';
  if (state === 'not_named') return `Not on ${formatList(lists.map(listLabel), 'or')}`;
  if (kind === 'transaction') {
    return 'Not screened for sanctions: lists contain addresses, not transactions';
  }
  return when === 'now'
    ? 'Not screened for sanctions: no sanctions list is loaded'
    : 'Not screened for sanctions at the time: no sanctions list was loaded';
}

/** A short label of the state, for badges and columns. */
export function sanctionsLabel({ state, named_by: matches, screened_against: lists }: Sanctions): string {
  if (matches.length > 0) return `On ${namesOf(matches)}`;
  if (state === 'named') return 'Sanctioned (report)';
  return state === 'not_named' ? `Not on ${namesOf(lists)}` : 'Not screened for sanctions';
}

/** `OFAC SDN (2026-01-31, 1,234 addresses)`. */
export function listLabel({ name, date, entries }: SanctionsList): string {
  return `${name} (${date}, ${formatInteger(entries)} ${pluralize(entries, 'address', 'addresses')})`;
}

/** The list with whom it names. */
export function matchLabel(match: SanctionsMatch): string {
  return match.entity === '' ? listLabel(match) : `${listLabel(match)} as ${match.entity}`;
}

function namesOf(lists: readonly SanctionsList[]): string {
  return lists.map(({ name }) => name).join(', ');
}
