import { createServer, type Server } from 'node:http';
import { type Configuration, Provider } from 'oidc-provider';

export type Person = {
  email: string;
  email_verified: boolean;
  name: string;
  groups: string[];
};

export const clientId = 'wallet-console';
export const clientSecret = 'a secret of the tests that is long enough';

/** A company's identity provider: `oidc-provider` on a port of its own. It takes any password. */
export class TestIdentityProvider {
  /** The provider's sessions, by who has signed in last. */
  readonly sids = new Map<string, string>();
  /** By what they enter as their name. */
  readonly people: Map<string, Person>;
  readonly issuer: string;
  readonly #server: Server;
  readonly #provider: Provider;

  private constructor(server: Server, provider: Provider, people: Map<string, Person>, issuer: string) {
    this.#server = server;
    this.#provider = provider;
    this.people = people;
    this.issuer = issuer;
  }

  /** For a console at this address. */
  static async start(consoleUrl: string): Promise<TestIdentityProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The provider has no port.');
    const issuer = `http://127.0.0.1:${address.port}`;
    const people = new Map<string, Person>();
    const configuration: Configuration = {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [new URL('/session/identity-provider/callback', consoleUrl).href],
          backchannel_logout_uri: new URL('/session/identity-provider/logout', consoleUrl).href,
          backchannel_logout_session_required: true,
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      scopes: ['openid', 'email', 'profile', 'groups'],
      features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
      cookies: { keys: ['a key of the tests'] },
      // By itself, it calls no console on this machine.
      fetch: async (
        url,
        { dispatcher: _dispatcher, ...asked }: RequestInit & { dispatcher?: unknown } = {},
      ) => fetch(url, asked),
      findAccount: (_context, id) => {
        const person = people.get(id);
        return person && { accountId: id, claims: () => ({ sub: id, ...person }) };
      },
    };
    const provider = new Provider(issuer, configuration);
    server.on('request', provider.callback());
    const started = new TestIdentityProvider(server, provider, people, issuer);
    provider.on('authorization.success', ({ oidc: { session } }) => {
      const sid = session?.sidFor(clientId);
      if (session?.accountId !== undefined && sid !== undefined) started.sids.set(session.accountId, sid);
    });
    return started;
  }

  /** Tells the console that a person's session at the provider has ended. */
  async logOut(subject: string, sid: string): Promise<void> {
    const client = await this.#provider.Client.find(clientId);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types lack it
    await (
      client as unknown as { backchannelLogout: (sub: string, sid: string) => Promise<void> }
    ).backchannelLogout(subject, sid);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

/** A browser without a page: it keeps cookies for each host, and follows redirects and forms. */
export class TestAgent {
  readonly #cookies = new Map<string, Map<string, string>>();

  cookiesOf(url: string): string {
    const jar = this.#cookies.get(new URL(url).host) ?? new Map<string, string>();
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async ask(url: string, form?: Record<string, string>): Promise<Response> {
    const answer = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: this.cookiesOf(url), accept: 'text/html', 'sec-fetch-site': 'cross-site' },
      ...(form !== undefined && { body: new URLSearchParams(form) }),
    });
    const { host } = new URL(url);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1);
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(name.length + 1);
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  /** Signs in at the provider as a person, on the way that `url` begins, and returns the address that it leads back to. */
  async signInAt(url: string, person: string): Promise<string> {
    let next = url;
    const { origin } = new URL(url);
    for (;;) {
      if (new URL(next).origin !== origin) return next;
      const answer = await this.ask(next);
      const location = answer.headers.get('location');
      if (location !== null) {
        next = new URL(location, next).href;
        continue;
      }
      const page = await answer.text();
      const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
      const [, action] = /action="([^"]+)"/.exec(page) ?? [];
      if (prompt === undefined || action === undefined)
        throw new Error(`The provider says: ${page.slice(0, 500)}`);
      const form = prompt === 'login' ? { prompt, login: person, password: 'any' } : { prompt };
      const submitted = await this.ask(new URL(action, next).href, form);
      next = new URL(submitted.headers.get('location') ?? '', next).href;
    }
  }
}
