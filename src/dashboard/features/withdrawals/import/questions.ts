import type { KnownAddress } from '../create/recipient.queries.ts';
import { linesWords, rowsWord } from './row-words.ts';
import type { ScreenedRow } from './screen-list.ts';
import type { SourceSum } from './sums.ts';

/** Something that somebody has to say yes to before a list is sent. */
export type Question = { key: string } & (
  | { kind: 'look-alike'; lines: readonly number[]; address: string; lookAlikes: readonly KnownAddress[] }
  | { kind: 'words'; about: string; details: readonly string[]; yes: string }
);

/** What is to be asked of these rows: look-alikes, rows that pay the same twice, new recipients, missing funds. */
export function questionsOf(rows: readonly ScreenedRow[], sums: readonly SourceSum[]): Question[] {
  const alike = Map.groupBy(
    rows.filter(({ recipient }) => recipient.lookAlikes.length > 0),
    ({ body }) => body.recipient_wallet,
  );
  return [
    ...[...alike].map(([address, of]): Question => ({
      key: `look-alike ${address}`,
      kind: 'look-alike',
      lines: of.map(({ line }) => line),
      address,
      lookAlikes: of[0]?.recipient.lookAlikes ?? [],
    })),
    ...twins(rows),
    ...newRecipients(rows),
    ...missingFunds(sums),
  ];
}

function twins(rows: readonly ScreenedRow[]): Question[] {
  const groups = Map.groupBy(
    rows.filter((row) => row.twins.length > 0),
    ({ twins: [first] }) => first,
  );
  if (groups.size === 0) return [];
  return [
    {
      key: 'twins',
      kind: 'words',
      about: 'The same amount is paid to the same address more than once.',
      details: [...groups.values()].flatMap(([row]) =>
        row === undefined
          ? []
          : [
              `${row.body.amount} ${row.body.currency} to ${row.body.recipient_wallet}: ${linesWords(row.twins)}`,
            ],
      ),
      yes: 'Each of these rows is meant',
    },
  ];
}

function newRecipients(rows: readonly ScreenedRow[]): Question[] {
  const unknown = rows.filter(({ recipient }) => recipient.isNew);
  if (unknown.length === 0) return [];
  const addresses = new Set(unknown.map(({ body }) => body.recipient_wallet)).size;
  return [
    {
      key: 'new',
      kind: 'words',
      about:
        `${unknown.length} ${rowsWord(unknown.length)} ${unknown.length === 1 ? 'pays' : 'pay'} ` +
        `${addresses === 1 ? 'an address that is' : `${addresses} addresses that are`} neither your own, nor in the ` +
        'address book, nor known to have been paid before.',
      details: [],
      yes: 'I have compared them with where I have them from',
    },
  ];
}

function missingFunds(sums: readonly SourceSum[]): Question[] {
  const short = sums.filter(({ missing }) => missing !== undefined);
  if (short.length === 0) return [];
  return [
    {
      key: 'funds',
      kind: 'words',
      about:
        'The list as a whole does not fit what is available. The rows for which nothing is left will be refused.',
      details: short.map(
        ({ payer, currency, debited, available, missing }) =>
          `${payer}: ${debited} ${currency} is needed, ${available} ${currency} is available, ${missing} ${currency} is missing`,
      ),
      yes: 'Send them in their order all the same',
    },
  ];
}
