import { judgeOrder, type OrderVerdict } from '#contract/judge-order.ts';
import type { FailedAnswer, ReadList } from '#contract/read-answer.ts';
import { parseResponse } from '#contract/parse-response.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import type { Query } from './ask-list.ts';

/** What a provider's answer to a request for a list shows of the provider, without its rows: plain data. */
export type JudgedList =
  | ({ kind: 'rows'; received: number; order: OrderVerdict; firstRow: string | undefined } & Pick<
      ReadList<unknown>,
      'ignored' | 'count' | 'stated' | 'pageSize'
    >)
  | { kind: 'none'; failure: FailedAnswer };

type AskedList = { operationId: string; query: Query; status: number; body: Uint8Array };

/** Far more than a list has parameters. */
const MOST_RULES = 100;

/** Runs in a thread where the answer is large. */
export function judgeList({ operationId, query, status, body }: AskedList): JudgedList {
  const operation = walletServiceOperations.find(({ id }) => id === operationId);
  if (operation?.rows === undefined) throw new Error(`${operationId} is no list.`);
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  const answer = parseResponse(operation, status, text, { query });
  if (!answer.ok) return { kind: 'none', failure: { ...answer, data: rulesIn(answer.data) } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: the operation is that of a list.
  const { rows, ignored, count, stated, pageSize } = answer.data as ReadList<Record<string, unknown>>;
  return {
    kind: 'rows',
    received: rows.length,
    order: judgeOrder(operation, query, rows),
    firstRow: rows[0] && JSON.stringify(rows[0]),
    ignored,
    count,
    stated,
    pageSize,
  };
}

/** What a failure says of parameters, by their names. */
function rulesIn(data: unknown): Record<string, string> {
  if (typeof data !== 'object' || data === null) return {};
  const rules = Object.entries(data).slice(0, MOST_RULES);
  return Object.fromEntries(rules.map(([name, rule]) => [name, String(rule)]));
}
