import { expect } from 'vitest';
import type { readAmlCheck } from '#contract/gateway/aml-checks.ts';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import type { DataOf } from '#contract/operation.ts';
import type { RunningGateway } from './gateway-harness.ts';
import { type Answer, fromOwnPage } from './http-client.ts';

export const amlPath = '/console/aml/checks';

/** Addresses of Ethereum, in canonical spelling where they have no letters. */
export const subjectOf = (index: number) => ({
  network: 'eth',
  value: `0x${'1'.repeat(20)}${String(index).padStart(20, '0')}`,
});

export const dataOf = (answer: Answer): unknown => (answer.json() as { data: unknown }).data;

type ReadCheck = DataOf<typeof readAmlCheck>;

/** Signs in, and works on AML checks as the console does. */
export async function openDesk(gateway: RunningGateway, token = 'good') {
  const { cookie, get } = await gateway.open(token);
  const post = async (path: string, body: object) =>
    gateway.send(path, { method: 'POST', headers: { ...fromOwnPage, cookie }, body });
  const read = async (id: string) => dataOf(await get(`${amlPath}/one?id=${id}`)) as ReadCheck;
  return {
    cookie,
    get,
    post,
    read,
    list: async (query = '') =>
      dataOf(await get(`${amlPath}?${query}`)) as { count: number; checks: AmlCheck[] },
    start: async (subject: object, more: object = {}) =>
      post(amlPath, { recent_days: 0, ...subject, ...more }),
    /** The last results, as the lists of the console ask for them. */
    results: async (subjects: object[]) => dataOf(await post('/console/aml/results', { subjects })),
    /** Waits until the check is in the state. */
    until: async (id: string, state: AmlCheck['state']) => {
      await expect.poll(async () => (await read(id)).check.state, { timeout: 20_000 }).toBe(state);
      return (await read(id)).check;
    },
  };
}

export const startedOf = (answer: Answer): AmlCheck => {
  expect(answer.body).toContain('"outcome":"started"');
  return (dataOf(answer) as { check: AmlCheck }).check;
};
