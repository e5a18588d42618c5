import { capabilityAspects, subjectOf } from '#contract/gateway/capabilities.ts';
import type { Operation } from '#contract/operation.ts';
import { getUserBalances } from '#contract/wallet-service/balances.ts';
import { listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { testKey } from '#contract/wallet-service/test.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { getWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { parseResponse } from '#contract/parse-response.ts';
import { askPatiently, type AskerDeps, createAsker, type Query } from './ask-list.ts';
import { lookAtList } from './look-at-list.ts';
import { type Finding, unknown } from './probe-parameter.ts';
import { errorForm } from './response-forms.ts';

const lists = [listWallets, listTransactions, listExchangeTransactions, listWithdrawalRequests] as const;

type LookDeps = AskerDeps & {
  signal: AbortSignal;
  isAbsent: (operation: Operation, name: string) => boolean;
  note: (subject: string, finding: Finding, suggestedName?: string) => Promise<void>;
};

/** Finds out with requests that only read, one after the other, what the provider can do. Throws the signal's reason. */
export async function look(deps: LookDeps): Promise<void> {
  const noteOf =
    ({ id }: Operation) =>
    (aspect: string, finding: Finding, suggestedName?: string) =>
      deps.note(subjectOf(id, aspect), finding, suggestedName);
  for (const single of [testKey, getUserBalances]) {
    const { finding } = await lookAtSingle(single, {}, deps);
    await noteOf(single)(capabilityAspects.operation, finding);
  }
  let requestId: string | undefined;
  for (const list of lists) {
    const seen = await lookAtList({
      operation: list,
      ask: createAsker(list, deps),
      isAbsent: (name) => deps.isAbsent(list, name),
      note: noteOf(list),
    });
    if (list.id === listWithdrawalRequests.id) {
      const id = seen?.rows[0]?.value['request_id'];
      requestId = typeof id === 'string' ? id : undefined;
    }
  }
  await lookAtWithdrawal(requestId, deps, noteOf(getWithdrawalRequest));
}

async function lookAtWithdrawal(
  requestId: string | undefined,
  deps: LookDeps,
  note: (aspect: string, finding: Finding) => Promise<void>,
): Promise<void> {
  // Nothing has this ID, so that the response shows what failures look like.
  const { body, finding } = await lookAtSingle(getWithdrawalRequest, { request_id: 'wd_0' }, deps);
  const form = body === undefined ? undefined : errorForm(body);
  if (form !== undefined) await note(capabilityAspects.errors, form);
  const { operation } = capabilityAspects;
  if (finding.detail === null || requestId === undefined) return note(operation, finding);
  return note(operation, (await lookAtSingle(getWithdrawalRequest, { request_id: requestId }, deps)).finding);
}

async function lookAtSingle(
  operation: Operation,
  query: Query,
  deps: LookDeps,
): Promise<{ body?: string; finding: Finding }> {
  try {
    const { status, body } = await askPatiently(operation, query, deps);
    const answer = parseResponse(operation, status, body, { query });
    if (answer.ok) return { body, finding: { state: 'proved', detail: null } };
    const isMissing = status === 405 || (status === 404 && query['request_id'] !== 'wd_0');
    if (isMissing) return { body, finding: { state: 'disproved', detail: null } };
    return { body, finding: unknown(answer.message) };
  } catch (error) {
    deps.signal.throwIfAborted();
    return { finding: unknown(error instanceof Error ? error.message : String(error)) };
  }
}
