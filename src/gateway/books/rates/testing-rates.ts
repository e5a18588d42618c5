import type {
  findRateGaps,
  listExchangeRates,
  RatesPreview,
  readRates,
} from '#contract/gateway/exchange-rates.ts';
import type { readRateSource } from '#contract/gateway/rate-source.ts';
import type { ValueSetting, ValueSettings } from '#contract/gateway/value-settings.ts';
import type { DataOf } from '#contract/operation.ts';
import { type Answer, fromOwnPage, type Sent } from '../../testing/http-client.ts';

export const dataOf = (answer: Answer): unknown => (answer.json() as { data: unknown }).data;

type Session = {
  cookie: string;
  get: (path: string) => Promise<Answer>;
  send: (path: string, sent?: Sent) => Promise<Answer>;
};

const path = '/console/exchange-rates';
const settingsPath = '/console/settings/value';
const sourcePath = '/console/settings/rate-source';

/** Works on exchange rates as the console does. */
export function rateDesk({ cookie, get, send }: Session) {
  const change = async (to: string, body: object, method = 'POST') =>
    send(to, { method, headers: { ...fromOwnPage, cookie }, body });
  const settings = async () => dataOf(await get(settingsPath)) as ValueSetting;
  return {
    change,
    upload: async (text: string, { replace = false, name = 'rates.csv' } = {}) =>
      change(path, { name, text, replace }),
    preview: async (text: string) =>
      dataOf(await change(`${path}/preview`, { name: 'rates.csv', text })) as RatesPreview,
    list: async (query = '') => dataOf(await get(`${path}?${query}`)) as DataOf<typeof listExchangeRates>,
    supersede: async (...ids: string[]) => change(`${path}/supersede`, { ids }),
    collect: async () => change(`${path}/from-exchanges`, {}),
    ratesAt: async (query: Record<string, string>) =>
      dataOf(await get(`${path}/at?${queryOf(query)}`)) as DataOf<typeof readRates>,
    gaps: async (query: Record<string, string>) =>
      (dataOf(await get(`${path}/gaps?${queryOf(query)}`)) as DataOf<typeof findRateGaps>).gaps,
    settings,
    setSettings: async (changed: Partial<ValueSettings>) => {
      const { version, value } = await settings();
      return change(settingsPath, { version, ...value, ...changed }, 'PUT');
    },
    source: async () => (dataOf(await get(sourcePath)) as DataOf<typeof readRateSource>).source,
    setSource: async (url: string | null) => change(sourcePath, { url }, 'PUT'),
    readSource: async () => change(`${sourcePath}/read`, {}),
  };
}

function queryOf(query: Record<string, string>): string {
  return new URLSearchParams({ quote: 'EUR', ...query }).toString();
}
