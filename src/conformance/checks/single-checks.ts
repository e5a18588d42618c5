import { requestAmlReport, recheckAmlReport } from '#contract/wallet-service/aml.ts';
import { getUserBalances } from '#contract/wallet-service/balances.ts';
import { testKey } from '#contract/wallet-service/test.ts';
import { getWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import type { Operation } from '#contract/operation.ts';
import { envelopeProblem, fieldsOf, refusalProblem, shapeProblem } from '../answers.ts';
import { type Basis, type Check, NotCheckable } from '../check.ts';

/** Operations that answer one thing, and requests that should be refused and cost nothing. */
export function singleChecks(): Check[] {
  return [
    answers(testKey, 'decided'),
    answers(getUserBalances, 'published'),
    {
      operation: getWithdrawalRequest,
      basis: 'published',
      says: 'answers a request of the list with its detail',
      run: async (provider) => {
        const list = await provider.call(listWithdrawalRequests, { query: { limit: '1' } });
        const { data } = fieldsOf(fieldsOf(list.body)['data']);
        const id = Array.isArray(data) ? fieldsOf(data[0])['request_id'] : undefined;
        if (typeof id !== 'string') throw new NotCheckable('there is no withdrawal request');
        const reply = await provider.call(getWithdrawalRequest, { query: { request_id: id } });
        return envelopeProblem(reply) ?? shapeProblem(getWithdrawalRequest, reply);
      },
    },
    {
      operation: getWithdrawalRequest,
      basis: 'published',
      says: 'refuses a request without request_id and names it',
      run: async (provider) =>
        refusalProblem(await provider.call(getWithdrawalRequest), 400, 'request', ['request_id']),
    },
    {
      operation: getWithdrawalRequest,
      basis: 'decided',
      says: 'answers an unknown request_id with 404',
      run: async (provider) => {
        const query = { request_id: `wd_${'0'.repeat(24)}` };
        return refusalProblem(await provider.call(getWithdrawalRequest, { query }), 404, 'not_found');
      },
    },
    {
      operation: requestAmlReport,
      basis: 'published',
      says: 'refuses a value that is neither an address nor a transaction id',
      run: async (provider) => {
        const body = { value: 'conformance suite', network: 'trx' };
        return refusalProblem(await provider.call(requestAmlReport, { body }), 400, 'request');
      },
    },
    {
      operation: requestAmlReport,
      basis: 'published',
      says: 'refuses an unsupported network and names it',
      run: async (provider) => {
        const body = { value: '0x0000000000000000000000000000000000000001', network: 'doge' };
        const reply = await provider.call(requestAmlReport, { body });
        const problem = refusalProblem(reply, 400, 'request');
        if (problem !== undefined) return problem;
        const message = String(fieldsOf(reply.body)['error_message']);
        return message.includes('doge') ? undefined : `the message does not name it: ${message}`;
      },
    },
    {
      operation: recheckAmlReport,
      basis: 'decided',
      says: 'answers an unknown uid with 404',
      run: async (provider) => {
        const body = { uid: '0'.repeat(41) };
        return refusalProblem(await provider.call(recheckAmlReport, { body }), 404, 'not_found');
      },
    },
    {
      operation: testKey,
      basis: 'decided',
      says: 'answers an unknown path with 404',
      run: async (provider) =>
        refusalProblem(await provider.call(testKey, { path: '/conformance-suite' }), 404, 'not_found'),
    },
    {
      operation: testKey,
      basis: 'decided',
      says: 'answers another method with 405',
      run: async (provider) =>
        refusalProblem(await provider.call(testKey, { method: 'PATCH' }), 405, 'request'),
    },
  ];
}

function answers(operation: Operation, basis: Basis): Check {
  return {
    operation,
    basis,
    says: 'answers in the envelope, each field of the described type',
    run: async (provider) => {
      const reply = await provider.call(operation);
      return envelopeProblem(reply) ?? shapeProblem(operation, reply);
    },
  };
}
