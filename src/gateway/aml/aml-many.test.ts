import { beforeEach, describe, expect, it } from 'vitest';
import type { startAmlChecks } from '#contract/gateway/aml-checks.ts';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import type { DataOf } from '#contract/operation.ts';
import { useTestDatabase } from '#database/testing.ts';
import { amlPath, dataOf, openDesk, startedOf, subjectOf } from '../testing/aml-desk.ts';
import { AmlStandIn, answerWith, report } from '../testing/aml-provider.ts';
import type { RunningGateway } from '../testing/gateway-harness.ts';
import type { Answer } from '../testing/http-client.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';

const isLong = process.env['LONG_TESTS'] === '1';
const database = useTestDatabase();
const remote = setUpRemoteGateways(database);

let aml: AmlStandIn;
let gateway: RunningGateway;

beforeEach(async () => {
  aml = new AmlStandIn();
  remote.provider.respond = aml.respond;
  gateway = await remote.start();
});

type Result = DataOf<typeof startAmlChecks>['results'][number];

const resultsOf = (answer: Answer) => (dataOf(answer) as { results: Result[] }).results;
const outcomesOf = (answer: Answer) => resultsOf(answer).map(({ outcome }) => outcome);
const count = (answers: Answer[], outcome: string) =>
  answers.flatMap(outcomesOf).filter((each) => each === outcome).length;
const checksOf = (answer: Answer) => (dataOf(answer) as { checks: AmlCheck[] }).checks;

describe('many checks at once', () => {
  it('are those that are new: running, recent, duplicate and invalid ones cost nothing', async () => {
    const desk = await openDesk(gateway);
    aml.onAsk = answerWith(report());
    const recent = startedOf(await desk.start(subjectOf(1)));
    aml.onAsk = answerWith({ uid: 'uid-2' });
    aml.onRecheck = answerWith({ uid: 'uid-2' });
    const running = startedOf(await desk.start(subjectOf(2)));
    const mixed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const subjects = [
      subjectOf(1),
      subjectOf(2),
      { network: 'eth', value: mixed },
      { network: 'eth', value: mixed.toLowerCase() },
      { network: 'bnb', value: mixed },
      { network: 'eth', value: 'nonsense' },
      { network: 'nowhere', value: mixed },
      { network: 'eth', value: mixed, surprise: 1 },
    ];
    const settled = ['recent', 'running'];
    const others = ['duplicate', 'new', 'refused', 'refused', 'refused'];
    const preview = await desk.post(`${amlPath}/preview`, { subjects, recent_days: 1 });
    expect(outcomesOf(preview)).toEqual([...settled, 'new', ...others]);
    expect(resultsOf(preview).map(({ check }) => check?.id ?? null)).toEqual([
      recent.id,
      running.id,
      ...Array.from({ length: 6 }, () => null),
    ]);
    const problems = resultsOf(preview).map((each) => Object.keys(each.problems));
    expect(problems).toEqual([[], [], [], [], [], ['value'], ['network'], ['surprise']]);
    expect(aml.asked).toHaveLength(2);

    const answer = await desk.post(`${amlPath}/many`, { subjects, recent_days: 1, payer_address: 'T-payer' });
    const expected = [...settled, 'new', ...others].map((each) => (each === 'new' ? 'started' : each));
    expect(outcomesOf(answer)).toEqual(expected);
    await expect.poll(() => aml.asked.length).toBe(4);
    expect(aml.asked.slice(2)).toEqual(
      expect.arrayContaining([
        { network: 'eth', value: mixed, address: 'T-payer', async: true },
        { network: 'bnb', value: mixed, address: 'T-payer', async: true },
      ]),
    );
  });

  it(
    'cost exactly what was announced: each subject of ten lists once, without duplicates and wrong ones',
    { timeout: 300_000 },
    async () => {
      const desk = await openDesk(gateway);
      // A second process works on the same list.
      await remote.start();
      aml.onAsk = answerWith(report());
      const lists = Array.from({ length: 10 }, (_, list) => {
        const [differing, repeated, wrong] = list === 0 || isLong ? [85, 10, 5] : [8, 1, 1];
        const different = Array.from({ length: differing }, (_value, index) => subjectOf(list * 85 + index));
        return [
          ...different,
          ...different.slice(0, repeated),
          ...Array.from({ length: wrong }, (_value, index) => ({
            network: 'eth',
            value: `0x${list}${index}`,
          })),
        ];
      });
      const previews = [];
      for (const subjects of lists) {
        previews.push(await desk.post(`${amlPath}/preview`, { subjects, recent_days: 30 }));
      }
      const announced = count(previews, 'new');
      expect([announced, count(previews, 'duplicate'), count(previews, 'refused')]).toEqual(
        isLong ? [850, 100, 50] : [157, 19, 14],
      );
      expect(aml.asked).toEqual([]);

      // Sent by two tabs at the same time.
      const answers = await Promise.all(
        [...lists, ...lists].map(async (subjects) =>
          desk.post(`${amlPath}/many`, { subjects, recent_days: 30 }),
        ),
      );
      expect(count(answers, 'started')).toBe(announced);
      await expect
        .poll(async () => (await desk.list('state=finished&limit=1')).count, { timeout: 240_000 })
        .toBe(announced);
      expect(aml.asked).toHaveLength(announced);
      expect(new Set(aml.asked.map(({ value }) => value)).size).toBe(announced);
      expect((await desk.list('limit=1')).count).toBe(announced);
    },
  );

  it('are worked on by every process, and none does what another does', async () => {
    const desk = await openDesk(gateway);
    await remote.start();
    let askedAgain = 0;
    aml.onRecheck = (request, response) => {
      askedAgain += 1;
      answerWith(askedAgain > 40 ? report() : { uid: 'any' })(request, response);
    };
    const subjects = Array.from({ length: 20 }, (_, index) => subjectOf(index));
    await desk.post(`${amlPath}/many`, { subjects, recent_days: 0 });
    await expect.poll(async () => (await desk.list('state=finished')).count, { timeout: 40_000 }).toBe(20);
    const { checks } = await desk.list();
    // The recheck that brings the report does not count as a failed one.
    expect(checks.reduce((all, { rechecks }) => all + rechecks, 0)).toBe(aml.rechecked.length - 20);
    expect(aml.asked).toHaveLength(20);
  });
});

describe('a check that is stopped', () => {
  it('is not asked for, or not waited for, until a user resumes it', async () => {
    const desk = await openDesk(gateway);
    aml.onRecheck = answerWith({ uid: 'uid-1' });
    const waiting = startedOf(await desk.start(subjectOf(1)));
    const stopped = checksOf(await desk.post(`${amlPath}/stop`, { ids: [waiting.id, 'nothing'] }));
    expect(stopped).toMatchObject([{ id: waiting.id, state: 'stopped', uid: 'uid-1', can_resume: true }]);
    expect(await sealedKeys()).toEqual([]);
    aml.onRecheck = answerWith(report());
    const asked = aml.rechecked.length;
    await expect.poll(async () => (await desk.list('state=running')).count).toBe(0);
    expect(aml.rechecked.length).toBeLessThanOrEqual(asked + 1);
    const colleague = await openDesk(gateway, 'second');
    const resumed = checksOf(await colleague.post(`${amlPath}/resume`, { ids: [waiting.id] }));
    // The worker may have claimed it by now.
    expect(resumed).toMatchObject([{ id: waiting.id, uid: 'uid-1', can_resume: false }]);
    await desk.until(waiting.id, 'finished');
    expect(aml.asked).toHaveLength(1);
    // What is finished stays as it is.
    expect(checksOf(await desk.post(`${amlPath}/stop`, { ids: [waiting.id] }))).toMatchObject([
      { state: 'finished' },
    ]);
    expect(checksOf(await desk.post(`${amlPath}/resume`, { ids: [waiting.id] }))).toMatchObject([
      { state: 'finished' },
    ]);
  });

  it("isn't resumed while another check of its subject runs", async () => {
    const desk = await openDesk(gateway);
    aml.onRecheck = answerWith({ uid: 'uid-1' });
    const first = startedOf(await desk.start(subjectOf(1)));
    await desk.post(`${amlPath}/stop`, { ids: [first.id] });
    startedOf(await desk.start(subjectOf(1)));
    expect(checksOf(await desk.post(`${amlPath}/resume`, { ids: [first.id] }))).toMatchObject([
      { state: 'stopped' },
    ]);
  });
});

describe('the key of a check', () => {
  it('is kept sealed while something is to be asked, and forgotten then', async () => {
    const desk = await openDesk(gateway);
    aml.onRecheck = answerWith({ uid: 'uid-1' });
    const { id } = startedOf(await desk.start(subjectOf(1)));
    const [sealed] = await sealedKeys();
    expect(sealed?.includes('good')).toBe(false);
    aml.onRecheck = answerWith(report());
    await desk.until(id, 'finished');
    expect(await sealedKeys()).toEqual([]);
  });

  it("that was sealed with another secret can't be read: the check stops, and continues with the key of the user who resumes it", async () => {
    const desk = await openDesk(gateway);
    aml.onRecheck = answerWith({ uid: 'uid-1' });
    const { id } = startedOf(await desk.start(subjectOf(1)));
    // The key of one check is of no use in another.
    const [sealed = Buffer.alloc(0)] = await sealedKeys();
    sealed[0] = (sealed[0] ?? 0) ^ 1;
    await database.db.updateTable('screening_checks').set({ sealed_key: sealed }).execute();
    expect((await desk.until(id, 'stopped')).failure?.message).toContain('is no longer available');
    aml.onRecheck = answerWith(report());
    await desk.post(`${amlPath}/resume`, { ids: [id] });
    await desk.until(id, 'finished');
    expect(aml.asked).toHaveLength(1);
  });
});

it('a uid that arrives after the check was given up is kept, and leads to the report', async () => {
  const desk = await openDesk(gateway);
  const held: (() => void)[] = [];
  aml.onAsk = (...asked) => {
    held.push(() => answerWith({ uid: 'late' })(...asked));
  };
  const asking = desk.start(subjectOf(1));
  await expect.poll(() => aml.asked.length).toBe(1);
  const past = '2026-01-02T03:04:05.000000Z' as never;
  await database.db.updateTable('screening_checks').set({ next_at: past }).execute();
  await expect.poll(async () => (await desk.list('state=lost')).count).toBe(1);
  for (const answer of held) answer();
  const check = startedOf(await asking);
  expect(check).toMatchObject({ state: 'lost', uid: 'late', can_resume: true });
  await desk.post(`${amlPath}/resume`, { ids: [check.id] });
  await desk.until(check.id, 'finished');
  expect(aml.rechecked).toEqual(['late']);
  expect(aml.asked).toHaveLength(1);
});

async function sealedKeys(): Promise<Buffer[]> {
  const rows = await database.db.selectFrom('screening_checks').select('sealed_key').execute();
  return rows.flatMap(({ sealed_key: sealed }) => (sealed === null ? [] : [sealed]));
}
