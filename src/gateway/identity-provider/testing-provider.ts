import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';
import { now } from '#domain/clock.ts';
import { toDate } from '#domain/time.ts';

export type Person = {
  email: string;
  email_verified: boolean;
  name: string;
  groups: string[];
};

export const ana: Person = {
  email: 'ana@example.com',
  email_verified: true,
  name: 'Ana Ruiz',
  groups: ['everyone', 'treasury'],
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
    const { server, url: issuer } = await listen();
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
    await close(this.#server);
  }
}

type Claims = Record<string, unknown>;
type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

const newKeyPair = async () => generateKeyPair('RS256', { extractable: true });

/** Those of all forging providers: making them takes longer than most tests do. */
let keyPairs: Promise<[good: KeyPair, other: KeyPair]> | undefined;

/** A provider that answers with whatever a test makes it say, signed with its key or another one. */
export class ForgingProvider {
  readonly issuer: string;
  /** What differs from a good answer about Ana. */
  claims: Claims = {};
  usesOtherKey = false;
  readonly #server: Server;
  readonly #keys: [good: KeyPair, other: KeyPair];

  private constructor(server: Server, issuer: string, keys: [KeyPair, KeyPair]) {
    this.#server = server;
    this.issuer = issuer;
    this.#keys = keys;
  }

  static async start(): Promise<ForgingProvider> {
    const { server, url } = await listen();
    keyPairs ??= Promise.all([newKeyPair(), newKeyPair()]);
    const started = new ForgingProvider(server, url, await keyPairs);
    server.on('request', (request, response) => void started.#answer(request, response));
    return started;
  }

  async sign(claims: Claims): Promise<string> {
    const { privateKey } = this.#keys[this.usesOtherKey ? 1 : 0];
    const all = { iss: this.issuer, aud: clientId, iat: epochSeconds(), ...claims };
    return await new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid: 'good' }).sign(privateKey);
  }

  /** Of a logout token that ends all sessions of Ana. */
  static logoutClaims() {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    return { sub: 'ana', jti: randomUUID(), events };
  }

  async stop(): Promise<void> {
    await close(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await this.#bodyOf(request);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  async #bodyOf(request: IncomingMessage): Promise<unknown> {
    switch (request.url ?? '') {
      case '/.well-known/openid-configuration':
        return {
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          jwks_uri: `${this.issuer}/keys`,
          response_types_supported: ['code'],
        };
      case '/keys':
        return { keys: [{ ...(await exportJWK(this.#keys[0].publicKey)), kid: 'good', alg: 'RS256' }] };
      default:
        return { access_token: 'any', token_type: 'bearer', id_token: await this.#idToken(request) };
    }
  }

  /** The code is the nonce of the request. */
  async #idToken(request: IncomingMessage): Promise<string> {
    const nonce = new URLSearchParams(await text(request)).get('code');
    const person = { email: 'ana@example.com', email_verified: true, name: 'Ana Ruiz', groups: ['treasury'] };
    const exp = epochSeconds() + 60;
    return await this.sign({ sub: 'ana', nonce, exp, ...person, ...this.claims });
  }
}

/** The query with which a `ForgingProvider` would send the browser back that was sent to this address of it. */
export function callbackQueryOf(authorizationUrl: string): string {
  const { searchParams } = new URL(authorizationUrl);
  const code = searchParams.get('nonce') ?? '';
  return new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString();
}

/** The moment as tokens write it. */
export function epochSeconds(): number {
  return Math.floor(toDate(now()).getTime() / 1000);
}

async function listen(): Promise<{ server: Server; url: string }> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The provider has no port.');
  return { server, url: `http://127.0.0.1:${address.port}` };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
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
