import { randomBytes } from 'node:crypto';
import { compare } from '#domain/arithmetic.ts';
import { decimal } from '#domain/decimal.ts';
import type { Operation } from '#contract/operation.ts';
import { findWrittenData } from '#contract/read-answer.ts';
import { requestAmlReport, recheckAmlReport } from '#contract/wallet-service/aml.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import {
  createWallet,
  deleteWallet,
  renameWallet,
  setWalletStatus,
} from '#contract/wallet-service/wallet-changes.ts';
import {
  createWithdrawalRequest,
  deleteWithdrawalRequest,
  getWithdrawalRequest,
} from '#contract/wallet-service/withdrawal-request.ts';
import { amountOf, fieldsOf, quote, refusalDifference, shown } from '../answers.ts';
import { type Check, costs, difference, type Difference, NotCheckable } from '../check.ts';
import { judgeAnswer } from '../judge-answer.ts';
import { NoAnswerError, type Provider, type Reply } from '../provider.ts';
import { readFirstRows, readList } from '../read-list.ts';

const name = `Conformance ${randomBytes(4).toString('hex')}`;
const externalId = `conformance-${randomBytes(8).toString('hex')}`;
const amount = decimal('25');
/** How many wallets are read before one is created. Providers are known to allow 500 a network. */
const mostWallets = 3_000;

/** What these checks do to the account, to be shown before they run. */
export const writePlan = [
  `create one wallet on Tron, “${name}”, rename it, set its status, and delete it`,
  `submit a withdrawal of ${amount} USDT between two of the account's own personal wallets on Tron (external ID ${externalId}), submit it a second time to see whether that creates another one, and delete what was created. If the provider processes it before that, the funds move between the two wallets and its fee is charged`,
  'request one AML check, which costs what the provider charges for it',
  'send invalid POST, PUT, PATCH and DELETE requests (without a key, with an unknown key, with an empty or malformed body, with values that no AML check accepts). A provider should refuse them; one that accepts them may charge for them',
] as const;

/**
 * Checks that change something, in an order in which each builds on the one before (see `writePlan`). They delete only
 * what they have created: a response that names a wallet or a request from before is not trusted.
 */
export function writeChecks(): Check[] {
  let address: string | undefined;
  let order: Record<string, unknown> | undefined;
  const requestIds: string[] = [];
  const wallet = () => ({ address: needed(address, 'wallet that was created for this') });
  const request = () => needed(requestIds[0], 'withdrawal request that was created for this');

  /** Keeps a request for deletion if it is one of these checks, and says what is wrong with it otherwise. */
  const keepRequest = async (provider: Provider, reply: Reply): Promise<Difference | undefined> => {
    const { request_id: id, external_id: returned } = fieldsOf(
      dataOf(createWithdrawalRequest, reply)['data'],
    );
    if (typeof id !== 'string') return judgeAnswer(createWithdrawalRequest, reply) ?? noPayment(quote(reply));
    const found = typeof returned === 'string' ? returned : await externalIdOf(provider, id);
    if (found !== externalId) {
      return noPayment(
        `answered with the request ${id}, which has another external_id: it is left alone. Look for ${externalId}`,
      );
    }
    if (!requestIds.includes(id)) requestIds.push(id);
    return undefined;
  };

  return [
    {
      operation: createWallet,
      basis: 'published',
      says: 'creates a wallet and answers with its address',
      run: async (provider) => {
        const walletsBefore = await readWalletAddresses(provider);
        const reply = await provider
          .call(createWallet, { body: { name, network: 'trx', type: 'user' } })
          .catch(withAdvice(`a wallet named “${name}” may exist now: delete it`));
        const found = judgeAnswer(createWallet, reply);
        const created = dataOf(createWallet, reply)['address'];
        if (typeof created !== 'string') return found;
        if (walletsBefore.has(created)) {
          const problem = `answered with ${created}, a wallet that existed before`;
          return difference('unusable', problem, 'Wallets: a wallet that exists is shown as the new one.');
        }
        address = created;
        return found;
      },
    },
    {
      operation: listWallets,
      basis: 'published',
      says: 'shows the new wallet under its name',
      run: async (provider) => await nameDifference(provider, wallet(), name),
    },
    {
      operation: renameWallet,
      basis: 'published',
      says: 'renames the wallet',
      run: async (provider) => {
        const reply = await provider.call(renameWallet, { body: { ...wallet(), name: `${name} renamed` } });
        return (
          judgeAnswer(renameWallet, reply) ?? (await nameDifference(provider, wallet(), `${name} renamed`))
        );
      },
    },
    {
      operation: setWalletStatus,
      basis: 'published',
      says: 'sets the status of the wallet',
      run: async (provider) =>
        judgeAnswer(
          setWalletStatus,
          await provider.call(setWalletStatus, { body: { ...wallet(), status: 'active' } }),
        ),
    },
    {
      operation: deleteWallet,
      basis: 'published',
      says: 'deletes the wallet',
      run: async (provider) => {
        const left = `the wallet ${wallet().address} may still exist: delete it`;
        const reply = await provider.call(deleteWallet, { body: wallet() }).catch(withAdvice(left));
        return withMore(judgeAnswer(deleteWallet, reply), left);
      },
    },
    {
      operation: deleteWallet,
      basis: 'decided',
      says: 'answers a wallet that is deleted already with 404',
      run: async (provider) =>
        refusalDifference(deleteWallet, await provider.call(deleteWallet, { body: wallet() }), unknown),
    },
    {
      operation: createWithdrawalRequest,
      basis: 'decided',
      says: 'creates a withdrawal request that is new',
      run: async (provider) => {
        const body = await affordableOrder(provider);
        const reply = await provider
          .call(createWithdrawalRequest, { body })
          .catch(withAdvice(`a request with the external_id ${externalId} may exist now: delete it`));
        const problem = await keepRequest(provider, reply);
        if (problem !== undefined) return problem;
        order = body;
        const { status } = fieldsOf(dataOf(createWithdrawalRequest, reply)['data']);
        const isNew = String(status).toLowerCase() === 'new';
        return (
          judgeAnswer(createWithdrawalRequest, reply) ??
          (isNew ? undefined : difference('copes', `status is ${String(status)}`))
        );
      },
    },
    {
      operation: createWithdrawalRequest,
      basis: 'decided',
      says: 'gives the first request again for the same external_id and body',
      run: async (provider) => {
        const body = needed(order, 'withdrawal request that was created for this');
        const reply = await provider
          .call(createWithdrawalRequest, { body })
          .catch(withAdvice(`a second request with the external_id ${externalId} may exist now: delete it`));
        const problem = await keepRequest(provider, reply);
        if (problem !== undefined) return problem;
        // The console never sends a request again whose outcome it doesn't know.
        return requestIds.length === 1
          ? undefined
          : difference('copes', `created a second request, ${String(requestIds[1])}`);
      },
    },
    {
      operation: deleteWithdrawalRequest,
      basis: 'published',
      says: 'deletes the request',
      run: async (provider) => {
        request();
        const found: Difference[] = [];
        for (const request_id of requestIds) {
          const left = `the request ${request_id} may still be there: delete it`;
          const reply = await provider
            .call(deleteWithdrawalRequest, { body: { request_id } })
            .catch((error: unknown) => error);
          const problem = withMore(deletionDifference(reply), left);
          if (problem !== undefined) found.push(problem);
        }
        if (found.length === 0) return undefined;
        return {
          rating: costs.findLast((cost) => found.some(({ rating }) => rating === cost)) ?? 'copes',
          problems: found.flatMap(({ problems }) => problems),
          effects: found.flatMap(({ effects }) => effects),
        };
      },
    },
    {
      operation: getWithdrawalRequest,
      basis: 'decided',
      says: 'no longer knows the deleted request',
      run: async (provider) => {
        const query = { request_id: request() };
        const reply = await provider.call(getWithdrawalRequest, { query });
        return refusalDifference(getWithdrawalRequest, reply, unknown);
      },
    },
    {
      operation: requestAmlReport,
      basis: 'published',
      says: 'accepts a check in the background with a uid that can be asked for (costs one check)',
      run: async (provider) => {
        const body = { value: outsider, network: 'trx', async: true };
        const reply = await provider.call(requestAmlReport, { body });
        if (reply.status === 400) throw new NotCheckable(`answered ${quote(reply)}`);
        const { uid } = dataOf(requestAmlReport, reply);
        if (typeof uid !== 'string') {
          const problem = `answered ${quote(reply)}`;
          return judgeAnswer(requestAmlReport, reply) ?? difference('copes', problem);
        }
        return judgeAnswer(recheckAmlReport, await provider.call(recheckAmlReport, { body: { uid } }));
      },
    },
  ];
}

const unknown = { status: 404, errorCode: 'not_found' };

function noPayment(problem: string): Difference {
  return difference('unusable', problem, 'Withdrawals: what became of a request can’t be told.');
}

/** What a person should do about a difference, in addition. */
function withMore(found: Difference | undefined, advice: string): Difference | undefined {
  if (found === undefined || found.rating === 'copes') return found;
  return { ...found, effects: [...found.effects, advice] };
}

function needed<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new NotCheckable(`there is no ${what}`);
  return value;
}

/** An address to check, which the provider doesn't need to know. */
const outsider = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/**
 * A small order from a personal wallet on Tron that has the funds, to another one of the account: should the
 * provider not delete the request, the funds come back.
 */
async function affordableOrder(provider: Provider): Promise<Record<string, unknown>> {
  const read = await readList(listWallets, provider, { type: 'user', network: 'trx', limit: '300' });
  const { rows } = 'list' in read ? read.list : await readFirstRows(listWallets, provider);
  // The provider may have ignored what it was asked for.
  const personal = rows
    .map(({ value }) => value)
    .filter(({ type, network }) => type === 'user' && network === 'trx');
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
    external_id: externalId,
    comment: 'Conformance suite, deleted at once',
  };
}

/**
 * The addresses of all wallets. Throws a NotCheckable if they can't all be read, because then no address is known to be
 * new.
 */
async function readWalletAddresses(provider: Provider): Promise<Set<unknown>> {
  const addresses = new Set<unknown>();
  for (let offset = 0; offset < mostWallets;) {
    const read = await readList(listWallets, provider, offset === 0 ? {} : { offset: String(offset) });
    if ('refusal' in read || read.list.stated === null) break;
    const { rows, stated, step, otherRows } = read.list;
    const known = addresses.size;
    for (const { value } of rows) addresses.add(value['address']);
    if (otherRows === 0 && addresses.size >= stated) return addresses;
    // Past the end, or the same page again.
    if (addresses.size === known) break;
    offset += step;
  }
  throw new NotCheckable('the wallets cannot all be listed, so a new one could be mistaken for an old one');
}

async function externalIdOf(provider: Provider, request_id: string): Promise<unknown> {
  const reply = await provider.call(getWithdrawalRequest, { query: { request_id } });
  const data = dataOf(getWithdrawalRequest, reply);
  return data['external_id'] ?? fieldsOf(data['data'])['external_id'];
}

function deletionDifference(reply: unknown): Difference | undefined {
  if (reply instanceof NoAnswerError) return difference('unusable', reply.message);
  if (reply instanceof Error) throw reply;
  return judgeAnswer(deleteWithdrawalRequest, reply as Reply);
}

/** For a change whose answer was lost: whether it was carried out is unknown, and a person must look. */
function withAdvice(advice: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof NoAnswerError)
      throw new NoAnswerError(`${error.message}; ${advice}`, { cause: error });
    throw error;
  };
}

async function nameDifference(
  provider: Provider,
  { address }: { address: string },
  expected: string,
): Promise<Difference | undefined> {
  const read = await readList(listWallets, provider, { address });
  const { rows } = 'list' in read ? read.list : await readFirstRows(listWallets, provider);
  const found = rows.find(({ value }) => value['address'] === address)?.value['name'];
  if (found === expected) return undefined;
  return difference('degrades', `the list shows ${shown(found)}`, 'Wallets: a change of a name isn’t shown.');
}

/** The data as the provider wrote them, wherever it put them. */
function dataOf(operation: Operation, reply: Reply): Record<string, unknown> {
  return fieldsOf(findWrittenData(operation, reply.status, reply.text) ?? fieldsOf(reply.body)['data']);
}
