import * as z from 'zod/mini';
import { answerSchema } from '#contract/answer-schema.ts';
import { parseResponse } from '#contract/parse-response.ts';
import {
  createWithdrawalRequest,
  getWithdrawalRequest,
} from '#contract/wallet-service/withdrawal-request.ts';
import { stringifyJson } from '#domain/json.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import type { AskService } from '../sessions/key-check.ts';
import type { OutcomeRow } from './outcomes.store.ts';
import type { SentPayment } from './read-payment.ts';

const schema = answerSchema(createWithdrawalRequest);

/**
 * What a withdrawal that was confirmed is answered with when it is sent again: the request as it is now, or else as it
 * was confirmed, as JSON text. Throws the failure that names the external ID where the body asks for something else.
 */
export async function readConfirmed(
  ask: AskService,
  apiKey: string,
  { row, payment }: { row: OutcomeRow; payment: SentPayment },
): Promise<string> {
  const id = row.request_id ?? '';
  if (row.body_hash !== payment.bodyHash) {
    throw validationError({
      external_id: `This reference belongs to withdrawal ${id}, which has other details. Use a new one.`,
    });
  }
  const made = `Nothing was sent: the withdrawal “${row.external_id}” was already created as ${id}`;
  try {
    const query = { request_id: id };
    const { status, body } = await ask(getWithdrawalRequest, query, apiKey);
    const answer = parseResponse(getWithdrawalRequest, status, body, { query });
    if (answer.ok && answer.data.data.request_id === id) {
      const data = z.encode(schema, { success: true, data: answer.data.data });
      return stringifyJson({ code: '200', error_code: null, error_message: null, data });
    }
    if (!answer.ok && answer.kind === 'failure' && status === 404) {
      throw new ServiceError(409, `${made}, which no longer exists. To pay again, use a new reference`);
    }
  } catch (error) {
    // That it can't be read now changes nothing about it.
    if (!(error instanceof ServiceError) || error.status === 409) throw error;
  }
  if (row.response === null)
    throw new ServiceError(409, `${made}, which can’t be loaded right now. Try again later`);
  return row.response;
}
