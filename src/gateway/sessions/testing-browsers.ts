import type { Kysely } from 'kysely';
import { listSessions, type OpenedSession } from '#contract/gateway/open-sessions.ts';
import type { Tables } from '#database/tables.ts';
import { now } from '#domain/clock.ts';
import { type RunningGateway, secret } from '../testing/gateway-harness.ts';
import { cookieOf, fromOwnPage } from '../testing/http-client.ts';
import { createKeyCipher } from './key-cipher.ts';
import { createSessions } from './sessions.ts';

const { path } = listSessions;

/** What a browser with this cookie asks. */
export function browserOf(gateway: RunningGateway, cookie: string) {
  const change = async (to: string, body: object) =>
    gateway.send(`${path}/${to}`, { method: 'POST', headers: { ...fromOwnPage, cookie }, body });
  return {
    cookie,
    ask: async (query = '') => gateway.send(`${path}${query}`, { headers: { cookie } }),
    list: async (query = ''): Promise<OpenedSession[]> => {
      const answer = await gateway.send(`${path}${query}`, { headers: { cookie } });
      return (answer.json() as { data: { sessions: OpenedSession[] } | null }).data?.sessions ?? [];
    },
    end: async (id: string) => change('end', { id }),
    endOthers: async () => change('end-others', {}),
    status: async () => (await gateway.send('/session', { headers: { cookie } })).status,
  };
}

export type Browser = ReturnType<typeof browserOf>;

/** Signs in with a key, in a browser of its own. */
export async function signIn(gateway: RunningGateway, key: string, headers = {}): Promise<Browser> {
  return browserOf(gateway, cookieOf(await gateway.signIn(key, headers)));
}

/** Another session of a user of the key's account, as signing in opens it. */
export async function openSessionOf(
  db: Kysely<Tables>,
  gateway: RunningGateway,
  userId: string,
  apiKey = 'good',
): Promise<Browser> {
  const cipher = createKeyCipher(secret, 'embedded');
  const sessions = createSessions({ db, cipher, lifetimeSeconds: 3600, idleTimeoutSeconds: 3600, now });
  const device = { ipAddress: '192.0.2.1', userAgent: undefined };
  const { id } = await sessions.open({ accountId: `account of ${apiKey}`, userId }, device, undefined);
  return browserOf(gateway, `wallet_console_session=${id}`);
}

/** The ID of the browser's own session. */
export async function idOf(browser: Browser): Promise<string> {
  return (await browser.list()).find((each) => each.is_current)?.id ?? 'none';
}
