import type { ListResult } from './list-file.ts';
import type { Outcome } from './run-list.ts';
import type { ScreenedList } from './screen-list.ts';

const words = {
  made: 'requested',
  refused: 'refused',
  unknown: 'not known',
  open: 'outcome unknown',
  untried: 'not tried',
} as const satisfies Record<Outcome['state'], string>;

/** What came of every row of a list, those that were not sent among them, in the order of the file. */
export function listResults(list: ScreenedList, outcomes: ReadonlyMap<number, Outcome>): ListResult[] {
  const results = [
    ...list.wrong.map(({ line, written, problems }) => ({
      line,
      written,
      externalId: '',
      result: 'left out',
      requestId: '',
      reason: problems.join('; '),
    })),
    ...list.made.map(({ line, written, body, requestId }) => ({
      line,
      written,
      externalId: body.external_id,
      result: 'requested before',
      requestId,
      reason: '',
    })),
    ...list.ready.map(({ line, written, body }) => {
      const outcome: Outcome = outcomes.get(line) ?? { state: 'untried' };
      return {
        line,
        written,
        externalId: body.external_id,
        result: words[outcome.state],
        requestId: outcome.state === 'made' ? outcome.requestId : '',
        reason: 'reason' in outcome ? outcome.reason : '',
      };
    }),
  ];
  return results.sort((a, b) => a.line - b.line);
}
