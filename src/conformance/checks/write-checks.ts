import { randomBytes } from 'node:crypto';
import { compare } from '#domain/arithmetic.ts';
import { decimal } from '#domain/decimal.ts';
import { requestAmlReport, recheckAmlReport } from '#contract/wallet-service/aml.ts';
import {
  createWallet,
  deleteWallet,
  listWallets,
  renameWallet,
  setWalletStatus,
} from '#contract/wallet-service/wallets.ts';
import {
  createWithdrawalRequest,
  deleteWithdrawalRequest,
  getWithdrawalRequest,
} from '#contract/wallet-service/withdrawal-request.ts';
import { amountOf, envelopeProblem, fieldsOf, quote, refusalProblem, shapeProblem } from '../answers.ts';
import { type Check, NotCheckable } from '../check.ts';
import type { Provider, Reply } from '../provider.ts';

const name = `Conformance ${randomBytes(4).toString('hex')}`;

/**
 * What changes something, in an order in which each stands on the one before: a wallet is made, changed and
 * deleted; a withdrawal of 25 USDT from one of the account's wallets to another is made and deleted at once; one AML check
 * is spent.
 */
export function writeChecks(): Check[] {
  let address: string | undefined;
  let order: Record<string, unknown> | undefined;
  let requestId: string | undefined;
  const wallet = () => ({ address: needed(address, 'wallet made before') });

  return [
    {
      operation: createWallet,
      basis: 'published',
      says: 'makes a wallet and answers with its address',
      run: async (provider) => {
        const reply = await provider.call(createWallet, { body: { name, network: 'trx', type: 'user' } });
        const problem = envelopeProblem(reply) ?? shapeProblem(createWallet, reply);
        const made = dataOf(reply)['address'];
        if (typeof made === 'string') address = made;
        return problem;
      },
    },
    {
      operation: listWallets,
      basis: 'published',
      says: 'shows the new wallet under its name',
      run: async (provider) => await nameProblem(provider, wallet(), name),
    },
    {
      operation: renameWallet,
      basis: 'published',
      says: 'renames the wallet',
      run: async (provider) => {
        const reply = await provider.call(renameWallet, { body: { ...wallet(), name: `${name} renamed` } });
        return successProblem(reply) ?? (await nameProblem(provider, wallet(), `${name} renamed`));
      },
    },
    {
      operation: setWalletStatus,
      basis: 'published',
      says: 'sets the status of the wallet',
      run: async (provider) =>
        successProblem(await provider.call(setWalletStatus, { body: { ...wallet(), status: 'active' } })),
    },
    {
      operation: deleteWallet,
      basis: 'published',
      says: 'deletes the wallet',
      run: async (provider) => successProblem(await provider.call(deleteWallet, { body: wallet() })),
    },
    {
      operation: deleteWallet,
      basis: 'decided',
      says: 'answers a wallet that is deleted already with 404',
      run: async (provider) =>
        refusalProblem(await provider.call(deleteWallet, { body: wallet() }), 404, 'not_found'),
    },
    {
      operation: createWithdrawalRequest,
      basis: 'decided',
      says: 'makes a withdrawal request that is new',
      run: async (provider) => {
        const body = await affordableOrder(provider);
        const reply = await provider.call(createWithdrawalRequest, { body });
        const request = fieldsOf(dataOf(reply)['data']);
        if (typeof request['request_id'] !== 'string') return `answered ${quote(reply)}`;
        order = body;
        requestId = request['request_id'];
        const problem = envelopeProblem(reply) ?? shapeProblem(createWithdrawalRequest, reply);
        return (
          problem ?? (request['status'] === 'new' ? undefined : `status is ${String(request['status'])}`)
        );
      },
    },
    {
      operation: createWithdrawalRequest,
      basis: 'decided',
      says: 'gives the first request again for the same external_id and body',
      run: async (provider) => {
        const body = needed(order, 'withdrawal request made before');
        const reply = await provider.call(createWithdrawalRequest, { body });
        const again = fieldsOf(dataOf(reply)['data'])['request_id'];
        return again === requestId ? undefined : `answered ${quote(reply)}`;
      },
    },
    {
      operation: deleteWithdrawalRequest,
      basis: 'published',
      says: 'deletes the request',
      run: async (provider) => {
        const request_id = needed(requestId, 'withdrawal request made before');
        const reply = await provider.call(deleteWithdrawalRequest, { body: { request_id } });
        return envelopeProblem(reply) ?? shapeProblem(deleteWithdrawalRequest, reply);
      },
    },
    {
      operation: getWithdrawalRequest,
      basis: 'decided',
      says: 'no longer knows the deleted request',
      run: async (provider) => {
        const query = { request_id: needed(requestId, 'withdrawal request made before') };
        return refusalProblem(await provider.call(getWithdrawalRequest, { query }), 404, 'not_found');
      },
    },
    {
      operation: requestAmlReport,
      basis: 'published',
      says: 'accepts a check in the background with a uid that can be asked for (costs one check)',
      run: async (provider) => {
        const body = { value: outsider, network: 'trx', async: true };
        const reply = await provider.call(requestAmlReport, { body });
        const { uid } = dataOf(reply);
        if (reply.status === 400) throw new NotCheckable(`answered ${quote(reply)}`);
        if (typeof uid !== 'string') return `answered ${quote(reply)}`;
        const recheck = await provider.call(recheckAmlReport, { body: { uid } });
        return envelopeProblem(recheck) ?? shapeProblem(recheckAmlReport, recheck);
      },
    },
  ];
}

function needed<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new NotCheckable(`there is no ${what}`);
  return value;
}

/** An address to be checked, of nobody that the provider need know. */
const outsider = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/**
 * A small order from a personal wallet on Tron that has the funds, to another one of the account: should the
 * provider not delete the request, the funds come back.
 */
async function affordableOrder(provider: Provider): Promise<Record<string, unknown>> {
  const reply = await provider.call(listWallets, { query: { type: 'user', network: 'trx', limit: '300' } });
  const wallets = dataOf(reply)['wallets'];
  const personal = Array.isArray(wallets) ? wallets.map(fieldsOf) : [];
  const rich = personal.find(({ balances, status }) => {
    const { available } = fieldsOf(fieldsOf(balances)['USDT']);
    const funds = amountOf(available);
    return status === 'active' && funds !== undefined && compare(funds, amount) >= 0;
  });
  if (rich === undefined) throw new NotCheckable(`no active personal wallet on Tron has ${amount} USDT`);
  const other = personal.find(({ address, status }) => status === 'active' && address !== rich['address']);
  if (other === undefined)
    throw new NotCheckable('there is no second active personal wallet on Tron to pay to');
  return {
    amount,
    network: 'trx',
    currency: 'USDT',
    sender: 'user',
    sender_wallet: rich['address'],
    recipient_wallet: other['address'],
    external_id: `conformance-${randomBytes(8).toString('hex')}`,
    comment: 'Conformance suite, deleted at once',
  };
}

const amount = decimal('25');

async function nameProblem(
  provider: Provider,
  { address }: { address: string },
  expected: string,
): Promise<string | undefined> {
  const reply = await provider.call(listWallets, { query: { address } });
  const wallets = dataOf(reply)['wallets'];
  const found = Array.isArray(wallets) ? fieldsOf(wallets[0])['name'] : undefined;
  return found === expected ? undefined : `the list shows ${JSON.stringify(found)}: ${quote(reply)}`;
}

function successProblem(reply: Reply): string | undefined {
  const problem = envelopeProblem(reply);
  if (problem !== undefined) return problem;
  return dataOf(reply)['result'] === 'success' ? undefined : `data.result is not "success": ${quote(reply)}`;
}

function dataOf(reply: Reply): Record<string, unknown> {
  return fieldsOf(fieldsOf(reply.body)['data']);
}
