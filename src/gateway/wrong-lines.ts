import { formatInteger } from '#domain/format.ts';
import { ServiceError } from '#http/service-error.ts';

/** How many wrong lines of a file an answer names. */
const MOST_NAMED_LINES = 1000;

/** The failure of a file of which nothing was used, because of these lines: number → problem. */
export function wrongLines(unused: string, problems: ReadonlyMap<number, string>): ServiceError {
  const named = [...problems].slice(0, MOST_NAMED_LINES);
  const [[firstLine, firstProblem] = [0, '']] = named;
  const count = formatInteger(problems.size);
  const message = problems.size === 1 ? 'One line is invalid' : `${count} lines are invalid`;
  return new ServiceError(400, `${unused} ${message}. Line ${formatInteger(firstLine)}: ${firstProblem}`, {
    data: Object.fromEntries([
      ...named.map(([line, problem]): [string, string] => [`line ${line}`, problem]),
      ...(problems.size > named.length
        ? [['more', `${formatInteger(problems.size - named.length)} more lines are invalid`]]
        : []),
    ]),
  });
}
