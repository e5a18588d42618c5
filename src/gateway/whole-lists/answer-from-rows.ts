import * as z from 'zod/mini';
import { type AskedQuery, withDefaults } from '#contract/asked-query.ts';
import type { Operation } from '#contract/operation.ts';
import { parseResponse } from '#contract/parse-response.ts';
import { stringifyJson } from '#domain/json.ts';
import { accountQuestion } from '../sessions/key-check.ts';
import type { WholeRow } from './read-whole-list.ts';

type Answer = {
  /** The page, as the provider wrote its rows. */
  rows: readonly WholeRow[];
  count: number;
  query: AskedQuery;
  /** A response of the provider to the same operation, for what it says beside the rows. */
  firstBody: string;
};

/** The body of a list's response in the published shape. */
export function answerFromRows(operation: Operation, answer: Answer): string {
  const { rows, count, query, firstBody } = answer;
  const { limit, offset } = withDefaults(operation, query);
  const { key, count: countPath = ['count'] } = operation.rows ?? { key: 'rows' };
  const names = operation.data instanceof z.ZodMiniObject ? Object.keys(operation.data.shape) : [];
  const beside = {
    ...(names.includes('user_id') && userIdIn(operation, firstBody)),
    ...(names.includes('success') && { success: true }),
    ...(names.includes('result') && { result: 'success' }),
    ...(countPath.length === 1
      ? { count }
      : { meta: { limit: Number(limit), offset: Number(offset), total: count } }),
  };
  const data = { ...beside, [key]: rows.map(({ source }) => source) };
  return stringifyJson({ code: '200', error_code: null, error_message: null, data });
}

function userIdIn(operation: Operation, body: string): { user_id?: string } {
  const asked = accountQuestion(operation);
  const answer = parseResponse(asked, 200, body, { query: {} });
  return answer.ok ? { user_id: answer.data.user_id } : {};
}
