import type { BookEntry } from '#contract/gateway/address-book.ts';
import type { WithdrawalRulesSetting } from '#contract/gateway/withdrawal-rules.ts';
import { type Answer, fromOwnPage } from './http-client.ts';
import type { RunningGateway } from './gateway-harness.ts';

const bookPath = '/console/address-book';
const rulesPath = '/console/settings/withdrawals';

/** Valid addresses: two that differ in more than their case on Ethereum, one each on Bitcoin and Tron. */
export const addresses = {
  eth: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  otherEth: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  btc: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  trx: 'TEdvoHEatmDKvTh3o9vBRB9Vdtbhn4QFhy',
} as const;

export const dataOf = (answer: Answer): unknown => (answer.json() as { data: unknown }).data;
export const entryOf = (answer: Answer) => dataOf(answer) as BookEntry;

/** Signs in, and works on the address book and its rules as the console does. */
export async function keepBook(gateway: RunningGateway, token: string) {
  const { cookie, get } = await gateway.open(token);
  const change = (method: string, path: string) => async (body: object) =>
    gateway.send(path, { method, headers: { ...fromOwnPage, cookie }, body });
  const create = change('POST', bookPath);
  const findRules = async () => dataOf(await get(rulesPath)) as WithdrawalRulesSetting;
  return {
    cookie,
    get,
    list: async (search = '') =>
      dataOf(await get(`${bookPath}${search}`)) as { count: number; entries: BookEntry[] },
    lookup: async (network: string, address: string) =>
      get(`${bookPath}/lookup?${new URLSearchParams({ network, address }).toString()}`),
    create,
    /** Adds an entry that is right. */
    add: async (entry: object = {}) =>
      entryOf(await create({ name: 'Supplier', network: 'eth', address: addresses.eth, ...entry })),
    replace: change('PUT', bookPath),
    remove: change('DELETE', bookPath),
    importRows: async (...rows: object[]) => change('POST', `${bookPath}/import`)({ rows }),
    findRules,
    changeRules: change('PUT', rulesPath),
    /** Changes the rules from the version that they have. */
    setRules: async (book_only: boolean, cooling_off_hours = 0) => {
      const { version } = await findRules();
      return change('PUT', rulesPath)({ version, book_only, cooling_off_hours });
    },
  };
}
