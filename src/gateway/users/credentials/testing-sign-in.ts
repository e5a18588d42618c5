import { Secret, TOTP } from 'otpauth';
import { reauthenticationHeader } from '#contract/gateway/reauthentication-proof.ts';
import type { TestDatabase } from '#database/testing.ts';
import * as clock from '#domain/clock.ts';
import { type Clock, toDate } from '#domain/time.ts';
import { createKeyCipher } from '../../sessions/key-cipher.ts';
import { type RunningGateway, secret } from '../../testing/gateway-harness.ts';
import { type Answer, cookieOf, fromOwnPage, send } from '../../testing/http-client.ts';
import { sealAccountKey } from '../account-keys.ts';
import { createInvitation } from '../invitations.ts';
import { insertMembership, insertUser, newUserId } from '../users.store.ts';
import { type RequestBody, type ResponseOptions, TestPasskey } from './testing-passkeys.ts';

export const goodPassword = 'correct horse battery staple';

export type Invited = { userId: string; token: string; email: string; name: string };

/** Adds a user to the account of the key `good`, with an invitation of 72 hours. */
export async function inviteTestUser(
  { db }: TestDatabase,
  now: Clock,
  { name = 'Ana Ruiz', email = 'Ana.Ruiz@example.com', apiKey = 'good' } = {},
): Promise<Invited> {
  const userId = newUserId();
  const accountId = `account of ${apiKey}`;
  const at = now();
  await insertUser(db, { user_id: userId, name, email, created_at: at, created_by: null });
  const roles = ['operator'];
  await insertMembership(db, {
    user_id: userId,
    account_id: accountId,
    roles,
    created_at: at,
    updated_at: at,
    updated_by: null,
  });
  const cipher = createKeyCipher(secret, 'embedded');
  await sealAccountKey(db, cipher, { accountId, name: `key ${apiKey}`, apiKey, addedBy: null, at });
  const { token } = await createInvitation(db, { userId, createdBy: null, at, hours: 72 });
  return { userId, token, email, name };
}

/** Asks a gateway as a browser that has the console open as localhost. */
export class TestBrowser {
  cookie = '';
  /** By which the console recognizes the browser at its next sign-in. */
  device = '';
  /** What shows that the user has just proved who it is. */
  proof = '';
  readonly origin: string;
  readonly #gateway: Pick<RunningGateway, 'address' | 'send'>;
  readonly #now: Clock;

  constructor(gateway: Pick<RunningGateway, 'address' | 'send'>, now: Clock) {
    this.#gateway = gateway;
    this.#now = now;
    this.origin = `http://localhost:${new URL(gateway.address).port}`;
  }

  async post(path: string, body: RequestBody = {}): Promise<Answer> {
    const answer = await this.#send(path, { method: 'POST', body });
    const cookie = cookieOf(answer);
    if (cookie !== '') this.cookie = cookie;
    const cookies: readonly string[] = answer.headers['set-cookie'] ?? [];
    const device = cookies.find((each) => each.startsWith('wallet_console_device='));
    if (device !== undefined) this.device = device.split(';', 1)[0] ?? '';
    const proof = answer.headers[reauthenticationHeader];
    if (typeof proof === 'string') this.proof = proof;
    return answer;
  }

  async get(path: string): Promise<Answer> {
    return await this.#send(path, {});
  }

  async #send(path: string, sent: { method?: string; body?: RequestBody }): Promise<Answer> {
    const cookie = [this.cookie, this.device].filter((each) => each !== '').join('; ');
    const headers = {
      ...fromOwnPage,
      host: new URL(this.origin).host,
      ...(cookie === '' ? {} : { cookie }),
      ...(this.proof === '' ? {} : { [reauthenticationHeader]: this.proof }),
    };
    return await this.#gateway.send(path, { ...sent, headers });
  }

  /** The code that an authenticator app shows now, or so many steps of 30 s later. */
  codeOf(totpSecret: string, steps = 0): string {
    const timestamp = toDate(this.#now()).getTime() + steps * 30_000;
    return TOTP.generate({ secret: Secret.fromBase32(totpSecret), timestamp });
  }

  async joinWithPasskey({ token }: Invited): Promise<{ passkey: TestPasskey; codes: string[] }> {
    const passkey = new TestPasskey(this.origin);
    const begun = dataOf(await this.post('/session/invitation/passkey-options', { token }));
    const answer = await this.post('/session/invitation/passkey', {
      token,
      challenge: begun.challenge,
      name: 'MacBook',
      response: passkey.create(begun),
    });
    return { passkey, codes: dataOf(answer).recovery_codes };
  }

  async joinWithPassword({ token }: Invited): Promise<{ totpSecret: string; codes: string[] }> {
    const begun = dataOf(await this.post('/session/invitation/totp', { token }));
    const answer = await this.post('/session/invitation/password', {
      token,
      challenge: begun.challenge,
      password: goodPassword,
      code: this.codeOf(begun.secret),
    });
    return {
      totpSecret: begun.secret,
      codes: dataOf(answer).recovery_codes,
    };
  }

  /** The challenge that a right password gives. */
  async enterPassword(email: string): Promise<string> {
    const answer = await this.post('/session/password', { email, password: goodPassword });
    return dataOf(answer).challenge;
  }

  async signInWith(passkey: TestPasskey, oddities: Parameters<TestPasskey['get']>[1] = {}): Promise<Answer> {
    const begun = dataOf(await this.post('/session/passkey-options'));
    return await this.post('/session/passkey', {
      challenge: begun.challenge,
      response: passkey.get(begun, oddities),
    });
  }
}

/** A browser at a server of the tests. */
export function browserOf(address: string): TestBrowser {
  return new TestBrowser({ address, send: async (path, sent) => send(address, path, sent) }, clock.now);
}

/** What tests read of responses. */
type Data = ResponseOptions & { secret: string; uri: string; recovery_codes: string[] };

/** The data of a success; throws for a failure. */
export function dataOf(answer: Answer): Data {
  if (answer.status !== 200) throw new Error(`HTTP ${answer.status}: ${answer.body}`);
  return (answer.json() as { data: Data }).data;
}

/** What the activity log says, without that it began. */
export async function listEntries({ db }: TestDatabase) {
  return await db
    .selectFrom('audit_log_entries')
    .select(['operation', 'user_id', 'user_name', 'key_name', 'via', 'status', 'details', 'session'])
    .where('operation', '!=', 'beginAuditLog')
    .orderBy('sequence')
    .execute();
}

export function messageOf(answer: Answer): string {
  return (answer.json() as { error_message: string }).error_message;
}

/** The statuses of answers to requests made at once, the lowest first. */
export function statusesOf(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}
