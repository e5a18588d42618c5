import type { Operation } from '#contract/operation.ts';
import { requestAmlReport, recheckAmlReport } from '#contract/wallet-service/aml.ts';
import { getUserBalances } from '#contract/wallet-service/balances.ts';
import { testKey } from '#contract/wallet-service/test.ts';
import { getWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { fieldsOf, refusalDifference } from '../answers.ts';
import { type Basis, type Check, difference, NotCheckable } from '../check.ts';
import { judgeAnswer } from '../judge-answer.ts';
import type { Provider } from '../provider.ts';
import { readFirstRows } from '../read-list.ts';

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
        const [row] = await readWithdrawals(provider);
        const id = row?.['request_id'];
        if (typeof id !== 'string') throw new NotCheckable('there is no withdrawal request');
        return judgeAnswer(
          getWithdrawalRequest,
          await provider.call(getWithdrawalRequest, { query: { request_id: id } }),
        );
      },
    },
    {
      operation: listWithdrawalRequests,
      basis: 'published',
      says: 'shows the hash and transaction_status of each request',
      run: async (provider) => {
        const names = ['hash', 'transaction_status'];
        const rows = await readWithdrawals(provider);
        if (rows.length === 0) throw new NotCheckable('there is no withdrawal request');
        const problems = names
          .map((name) => ({
            path: `data.data[].${name}`,
            problem: 'missing',
            count: rows.filter((row) => row[name] === undefined).length,
          }))
          .filter(({ count }) => count > 0);
        const effects = ['Withdrawals: the list doesn’t show the transaction on the blockchain.'];
        return problems.length === 0 ? undefined : { rating: 'degrades', problems, effects };
      },
    },
    {
      operation: listWithdrawalRequests,
      basis: 'decided',
      says: 'gives addresses in full',
      run: async (provider) => {
        const rows = await readWithdrawals(provider);
        if (rows.length === 0) throw new NotCheckable('there is no withdrawal request');
        const problems = ['sender_wallet', 'recipient_wallet']
          .map((name) => ({ name, short: rows.map((row) => String(row[name])).filter(isShortened) }))
          .filter(({ short }) => short.length > 0)
          .map(({ name, short }) => ({
            path: `data.data[].${name}`,
            problem: `shortened: ${short[0]}`,
            count: short.length,
          }));
        const effects = [
          'Withdrawals: shortened addresses can’t be searched, copied, checked, or found in the address book.',
        ];
        return problems.length === 0 ? undefined : { rating: 'degrades', problems, effects };
      },
    },
    {
      operation: getWithdrawalRequest,
      basis: 'published',
      says: 'refuses a request without request_id and names it',
      run: async (provider) =>
        refusalDifference(getWithdrawalRequest, await provider.call(getWithdrawalRequest), {
          status: 400,
          errorCode: 'request',
          names: ['request_id'],
        }),
    },
    {
      operation: getWithdrawalRequest,
      basis: 'decided',
      says: 'answers an unknown request_id with 404',
      run: async (provider) => {
        const query = { request_id: `wd_${'0'.repeat(24)}` };
        return refusalDifference(getWithdrawalRequest, await provider.call(getWithdrawalRequest, { query }), {
          status: 404,
          errorCode: 'not_found',
          accepted: {
            rating: 'degrades',
            effect: 'Withdrawals: a link to a request that doesn’t exist shows another one.',
          },
        });
      },
    },
    {
      operation: requestAmlReport,
      basis: 'published',
      says: 'refuses a value that is neither an address nor a transaction id',
      run: async (provider) => {
        const body = { value: 'conformance suite', network: 'trx' };
        return amlRefusal(await provider.call(requestAmlReport, { body }));
      },
    },
    {
      operation: requestAmlReport,
      basis: 'published',
      says: 'refuses an unsupported network and names it',
      run: async (provider) => {
        const body = { value: '0x0000000000000000000000000000000000000001', network: 'doge' };
        const reply = await provider.call(requestAmlReport, { body });
        const found = amlRefusal(reply);
        if (found !== undefined) return found;
        const message = String(fieldsOf(reply.body)['error_message']);
        return message.includes('doge')
          ? undefined
          : difference('copes', `the message does not name it: ${message}`);
      },
    },
    {
      operation: recheckAmlReport,
      basis: 'decided',
      says: 'answers an unknown uid with 404',
      run: async (provider) => {
        const reply = await provider.call(recheckAmlReport, { body: { uid: '0'.repeat(41) } });
        return refusalDifference(recheckAmlReport, reply, { status: 404, errorCode: 'not_found' });
      },
    },
    {
      operation: testKey,
      basis: 'decided',
      says: 'answers an unknown path with 404',
      run: async (provider) => {
        const reply = await provider.call(testKey, { path: '/conformance-suite' });
        return refusalDifference(testKey, reply, { status: 404, errorCode: 'not_found' });
      },
    },
    {
      operation: testKey,
      basis: 'decided',
      says: 'answers another method with 405',
      run: async (provider) => {
        const reply = await provider.call(testKey, { method: 'PATCH' });
        return refusalDifference(testKey, reply, { status: 405, errorCode: 'request' });
      },
    },
  ];
}

function answers(operation: Operation, basis: Basis): Check {
  return {
    operation,
    basis,
    says: 'answers in the envelope, each field of the described type',
    run: async (provider) => judgeAnswer(operation, await provider.call(operation)),
  };
}

function amlRefusal(reply: Awaited<ReturnType<Provider['call']>>) {
  return refusalDifference(requestAmlReport, reply, {
    status: 400,
    errorCode: 'request',
    accepted: { rating: 'degrades', effect: 'AML checks: a mistyped address may be charged for.' },
  });
}

async function readWithdrawals(provider: Provider): Promise<Record<string, unknown>[]> {
  return (await readFirstRows(listWithdrawalRequests, provider)).rows.map(({ value }) => value);
}

function isShortened(address: string): boolean {
  return /…|\.{2,}|\*{2,}/.test(address);
}
