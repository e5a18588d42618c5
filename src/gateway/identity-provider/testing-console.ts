import { afterEach, beforeAll, vi } from 'vitest';
import { freePort } from '../../../e2e/free-port.ts';
import type { TestDatabase } from '#database/testing.ts';
import { now } from '#domain/clock.ts';
import { createKeyCipher } from '../sessions/key-cipher.ts';
import { makeTinyService, type RunningGateway, secret, setUpGateways } from '../testing/gateway-harness.ts';
import { sealAccountKey } from '../users/account-keys.ts';
import { parseGroupRoles } from './group-roles.ts';
import {
  ana,
  clientId,
  clientSecret as knownSecret,
  TestAgent,
  TestIdentityProvider,
} from './testing-provider.ts';

const startPath = '/session/identity-provider';

/** A console that keeps its address when it is started again, and an account with a key for its users. */
export class TestConsole {
  readonly publicUrl: URL;
  /** What the console has logged, as JSON. */
  readonly log: string[] = [];
  /** The browser of whoever signs in, unless a test says another. */
  readonly agent = new TestAgent();
  readonly #start: ReturnType<typeof setUpGateways>;
  #gateway: RunningGateway | undefined;

  private constructor(publicUrl: URL, start: ReturnType<typeof setUpGateways>) {
    this.publicUrl = publicUrl;
    this.#start = start;
  }

  static async make(database: TestDatabase, start: ReturnType<typeof setUpGateways>): Promise<TestConsole> {
    await keepKey(database, 'good');
    return new TestConsole(new URL(`http://127.0.0.1:${await freePort()}`), start);
  }

  get gateway(): RunningGateway {
    if (this.#gateway === undefined) throw new Error('The console was not started.');
    return this.#gateway;
  }

  /** Starts it, in place of the one that ran, for users of an identity provider. */
  async startFor(
    issuer: string,
    {
      roles = '{"treasury":["operator","finance"],"admins":["administrator"]}',
      clientSecret = knownSecret,
      ...settings
    }: Settings = {},
  ): Promise<void> {
    await this.#gateway?.app.close();
    this.#gateway = await this.#start({
      provider: makeTinyService('good', 'other'),
      port: Number(this.publicUrl.port),
      logger: { level: 'warn', stream: { write: (line: string) => void this.log.push(line) } },
      settings: {
        sessionSecret: secret,
        publicUrl: this.publicUrl,
        ...settings,
        identityProvider: {
          issuer: new URL(issuer),
          clientId,
          clientSecret,
          name: 'Example Inc.',
          scopes: 'openid profile email groups',
          groupsClaim: 'groups',
          roles: parseGroupRoles(roles) ?? new Map(),
        },
      },
    });
  }

  /** The address of the provider to which the console sends a browser. */
  async begin(by = this.agent, query = ''): Promise<string> {
    const begun = await by.ask(new URL(`${startPath}${query}`, this.publicUrl).href);
    return begun.headers.get('location') ?? '';
  }

  /** What the console answers a browser that comes back from the provider with this query. */
  async answerTo(query: string, by = this.agent): Promise<Response> {
    return await by.ask(new URL(`${startPath}/callback?${query}`, this.publicUrl).href);
  }

  /** Where the whole way through the provider leads. */
  async signIn(person = 'ana', by = this.agent, query = ''): Promise<string | undefined> {
    const back = await by.signInAt(await this.begin(by, query), person);
    return await leadsTo(await by.ask(back));
  }

  /** The user of the browser's session, or the status of the answer without one. */
  async sessionOf(by = this.agent): Promise<unknown> {
    const headers = { cookie: by.cookiesOf(this.publicUrl.href) };
    const answer = await this.gateway.send('/session', { headers });
    return answer.status === 200 ? (answer.json() as { data: { user: unknown } }).data.user : answer.status;
  }

  /** The status of the answer to a logout token of the provider. */
  async postLogout(token: string): Promise<number> {
    const { status } = await this.gateway.send(`${startPath}/logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    });
    return status;
  }
}

/** `roles`: as in `OIDC_ROLES`. */
type Settings = { keySignIn?: boolean; roles?: string; clientSecret?: string };

/** Keeps an API key for the users of its account. */
export async function keepKey({ db }: TestDatabase, apiKey: string): Promise<void> {
  const key = { accountId: `account of ${apiKey}`, name: 'Key', apiKey, addedBy: null, at: now() };
  await sealAccountKey(db, createKeyCipher(secret, 'embedded'), key);
}

/**
 * Gives what starts an identity provider that knows Ana, and makes a console that is to be started for it. The provider stops
 * after each test.
 */
export function setUpIdentityProviders(database: TestDatabase) {
  const start = setUpGateways(database);
  let provider: TestIdentityProvider | undefined;
  beforeAll(() => {
    // The provider warns of what makes it fit for tests.
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(async () => provider?.stop());
  return async () => {
    const site = await TestConsole.make(database, start);
    provider = await TestIdentityProvider.start(site.publicUrl.href);
    provider.people.set('ana', ana);
    return { site, provider };
  };
}

/** Where a page of the console leads by itself. */
export async function leadsTo(answer: Response): Promise<string | undefined> {
  return /url=([^"]*)/.exec(await answer.text())?.[1];
}
