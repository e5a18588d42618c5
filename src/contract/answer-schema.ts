import * as z from 'zod/mini';
import type { Operation } from './operation.ts';

/** The whole of `data` in an answer of the operation: for a list, with the rows under their key. */
export function answerSchema(operation: Operation): z.ZodMiniType {
  const { data, rows } = operation;
  if (rows === undefined) return data;
  if (!(data instanceof z.ZodMiniObject))
    throw new TypeError(`${operation.id}: the data of a list is an object`);
  return z.extend(data, { [rows.key]: z.array(rows.schema) });
}
