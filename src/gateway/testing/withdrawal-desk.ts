import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import type { WithdrawalOutcome } from '#contract/gateway/withdrawal-outcomes.ts';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import type { TestDatabase } from '#database/testing.ts';
import { addresses } from './book-keeper.ts';
import { type RunningGateway, secret, setUpGateways, TestClock } from './gateway-harness.ts';
import { type Answer, fromOwnPage } from './http-client.ts';
import { type StandInProvider, startStandInProvider } from './stand-in-provider.ts';
import { WithdrawalStandIn } from './withdrawal-stand-in.ts';

export const payment = {
  amount: '25',
  network: 'eth',
  currency: 'USDT',
  sender: 'exchange',
  external_id: 'payout-1',
  recipient_wallet: addresses.eth as string,
  fee_included: true,
};

const outcomesPath = '/console/withdrawal-outcomes';
export const program = { token: 'good' };
export const dataOf = (answer: Answer) => (answer.json() as { data: unknown }).data;

/** The provider never creates what it is asked for, and gives no answer. */
export const drop: WithdrawalStandIn['onCreate'] = (_request, response) => void response.destroy();

/** A gateway in front of a provider of withdrawals, with a signed-in user, fresh for each test. */
export class WithdrawalDesk {
  clock = new TestClock();
  standIn = new WithdrawalStandIn(this.clock.now);
  #provider: StandInProvider | undefined;
  #gateway: RunningGateway | undefined;
  #cookie = '';
  readonly #startGateway: ReturnType<typeof setUpGateways>;

  constructor(database: TestDatabase) {
    this.#startGateway = setUpGateways(database);
    beforeEach(async () => {
      this.clock = new TestClock();
      this.standIn = new WithdrawalStandIn(this.clock.now);
      this.#provider = await startStandInProvider();
      this.provider.respond = this.standIn.respond;
      await this.restart();
    });
    afterEach(async () => this.#provider?.close());
  }

  get provider(): StandInProvider {
    if (this.#provider === undefined) throw new Error('The provider is there inside tests and hooks only.');
    return this.#provider;
  }

  get gateway(): RunningGateway {
    if (this.#gateway === undefined) throw new Error('The gateway is there inside tests and hooks only.');
    return this.#gateway;
  }

  /** Another process on the same database. */
  async start({ settings = {}, timeoutMs = 3_000 }: { settings?: object; timeoutMs?: number } = {}) {
    return this.#startGateway({
      mode: 'remote',
      provider: { kind: 'remote', url: this.provider.url, timeoutMs },
      now: this.clock.now,
      settings: { sessionSecret: secret, ...settings },
    });
  }

  /** Ends the process, starts it again and signs in. */
  async restart(settings: object = {}): Promise<void> {
    await this.#gateway?.app.close();
    this.#gateway = await this.start({ settings });
    await this.signIn();
  }

  async signIn(token = 'good'): Promise<void> {
    this.#cookie = (await this.gateway.open(token)).cookie;
  }

  get session(): Record<string, string> {
    return { ...fromOwnPage, cookie: this.#cookie };
  }

  async pay(changes: object = {}, headers: Record<string, string> = program, gateway = this.gateway) {
    const body = { ...payment, ...changes };
    return gateway.send(createWithdrawalRequest.path, { method: 'POST', headers, body });
  }

  /** Sends the request, which the provider handles as the test says; by default it creates it and gives no answer. */
  async payUnconfirmed(
    onCreate: WithdrawalStandIn['onCreate'] = (...asked) => this.standIn.loseAnswer(...asked),
  ): Promise<Answer> {
    this.standIn.onCreate = onCreate;
    const answer = await this.pay();
    this.standIn.onCreate = (...asked) => this.standIn.confirm(...asked);
    return answer;
  }

  async list(query = '') {
    const answer = await this.gateway.send(`${outcomesPath}?${query}`, { headers: this.session });
    return dataOf(requireSuccess(answer)) as { count: number; outcomes: WithdrawalOutcome[] };
  }

  /** What became of the withdrawal with the external ID. */
  async find(externalId = payment.external_id): Promise<WithdrawalOutcome> {
    const [found] = (await this.list(`external_id=${externalId}`)).outcomes;
    if (found === undefined) throw new Error(`There is no outcome of ${externalId}.`);
    return found;
  }

  async change(what: 'check' | 'handled', body: object): Promise<Answer> {
    return this.gateway.send(`${outcomesPath}/${what}`, { method: 'POST', headers: this.session, body });
  }

  async check(externalId?: string): Promise<WithdrawalOutcome> {
    const answer = await this.change('check', { id: (await this.find(externalId)).id });
    return dataOf(requireSuccess(answer)) as WithdrawalOutcome;
  }

  /** Waits until the withdrawal is in the state, without a session. */
  async until(state: WithdrawalOutcome['state']): Promise<WithdrawalOutcome> {
    for (let attempts = 0; attempts < 100; attempts += 1) {
      const outcome = await this.find();
      if (outcome.state === state) return outcome;
      await sleep(100);
    }
    throw new Error(`It was never ${state}.`);
  }
}

function requireSuccess(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body}`);
  return answer;
}
