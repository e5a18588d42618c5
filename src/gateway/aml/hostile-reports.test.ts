import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { amlFiles } from '#contract/gateway/aml-files.ts';
import type { listAuditLog } from '#contract/gateway/audit-log.ts';
import type { DataOf } from '#contract/operation.ts';
import { requestAmlReport } from '#contract/wallet-service/aml.ts';
import { useTestDatabase } from '#database/testing.ts';
import { ThreadPool, threads } from '#http/thread-pool.ts';
import { dataOf, openDesk, startedOf, subjectOf } from '../testing/aml-desk.ts';
import { AmlStandIn, report } from '../testing/aml-provider.ts';
import type { RunningGateway } from '../testing/gateway-harness.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { answering, envelope } from '../testing/stand-in-provider.ts';
import { hostileNumbers, msToParseThem, whileOthersAsk } from '../testing/while-others-ask.ts';

const remote = setUpRemoteGateways(useTestDatabase());
const json = { 'content-type': 'application/json' };
const subject = subjectOf(1);

/** A report with millions of numbers in a field that nobody reads. */
const hostile = (changes: object = {}) =>
  envelope(report({ aml_score: 60, hostile: 'HERE', ...changes }, { exchange: 90, mixer: 10 })).replace(
    '"HERE"',
    hostileNumbers,
  );

let aml: AmlStandIn;
let gateway: RunningGateway;
let desk: Awaited<ReturnType<typeof openDesk>>;

beforeEach(async () => {
  aml = new AmlStandIn();
  remote.provider.respond = aml.respond;
  gateway = await remote.start();
  desk = await openDesk(gateway);
});

/** Runs the work while another account reads its wallets, and proves that this thread doesn't read the report. */
async function besideOthers<T>(work: () => Promise<T>): Promise<T> {
  const { get } = await gateway.open('other');
  const parsing = msToParseThem();
  const { done, ...others } = await whileOthersAsk(
    async () => await get('/api/prod/v1/wallets?limit=25'),
    work,
  );
  // Both are measured on the same machine, however slow it is now.
  expect(others.longestPauseMs).toBeLessThan(parsing / 2);
  return done;
}

const lastEntry = async () =>
  (dataOf(await desk.get('/console/audit-log?limit=10')) as DataOf<typeof listAuditLog>).entries[0];

describe('a report of 2 MB that takes as long to read as hundreds of requests', () => {
  it('is read and stored byte for byte, and others are answered meanwhile', async () => {
    const text = hostile({ error_message: 'One source didn’t answer' });
    aml.onAsk = answering(200, json, text);
    const check = await besideOthers(async () => startedOf(await desk.start(subject)));
    expect(check).toMatchObject({ state: 'finished', score: '60', checks_left: '41' });
    expect(check.categories.map(({ name }) => name)).toEqual(['mixer', 'exchange']);
    const downloaded = await desk.get(`${amlFiles.downloadAmlReport.path}?id=${check.id}`);
    expect(downloaded.body === text).toBe(true);
    expect(await lastEntry()).toMatchObject({
      operation: 'downloadAmlReport',
      status: 'completed',
      error_message: null,
    });
  });

  it('is compared with the one that was decided on, and others are answered meanwhile', async () => {
    aml.onAsk = answering(200, json, hostile());
    const { id } = startedOf(await desk.start(subject));
    const decision = { check_id: id, decision: 'accepted', note: 'Papers seen', after: null };
    expect((await desk.post('/console/aml/decisions', decision)).status).toBe(200);
    aml.onAsk = answering(200, json, envelope(report({ aml_score: 60 }, { exchange: 90, mixer: 10 })));
    const again = await besideOthers(async () => startedOf(await desk.start(subject)));
    expect((await desk.read(again.id)).check.decision).toMatchObject({ check_id: id, decision: 'accepted' });
  });

  it('is passed on to a program and recorded in the activity log, and others are answered meanwhile', async () => {
    const text = hostile({ uid: 'uid-of-it' });
    aml.onAsk = answering(200, json, text);
    const answer = await besideOthers(
      async () =>
        await gateway.send(requestAmlReport.path, {
          method: 'POST',
          headers: { token: 'good' },
          body: { ...subject, async: false },
        }),
    );
    expect(answer.body === text).toBe(true);
    expect(await lastEntry()).toMatchObject({ operation: requestAmlReport.id, created_id: 'uid-of-it' });
  });

  it('ends the check with the reason if it takes too much memory, and is asked for again if that is free', async () => {
    const small = new ThreadPool({ memoryMb: 32 });
    const run = vi.spyOn(threads, 'run').mockImplementation(async (...task) => await small.run(...task));
    onTestFinished(async () => {
      run.mockRestore();
      await small.close();
    });
    aml.onAsk = answering(200, json, hostile());
    const paid = startedOf(await desk.start(subject));
    expect(paid).toMatchObject({ state: 'lost', failure: { http_status: 200 } });
    expect(paid.failure?.message).toMatch(
      /^The wallet service’s response took too long .* A check may have been/,
    );

    aml = new AmlStandIn();
    remote.provider.respond = aml.respond;
    aml.onRecheck = answering(200, json, hostile());
    const { id } = startedOf(await desk.start(subjectOf(2)));
    const reason = async () => (await desk.read(id)).check.failure?.message;
    await expect.poll(reason, { timeout: 20_000 }).toMatch(/took too long .* tries again automatically/);
    aml.onRecheck = answering(200, json, envelope(report()));
    await desk.until(id, 'finished');
  });
});
