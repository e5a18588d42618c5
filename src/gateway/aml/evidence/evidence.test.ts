import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { openDesk, startedOf, subjectOf } from '../../testing/aml-desk.ts';
import { AmlStandIn, answerWith, report } from '../../testing/aml-provider.ts';
import type { RunningGateway } from '../../testing/gateway-harness.ts';
import { setUpRemoteGateways } from '../../testing/remote-harness.ts';
import { printedBy } from '../../testing/printed-by.ts';

const database = useTestDatabase();
const remote = setUpRemoteGateways(database);

let aml: AmlStandIn;
let gateway: RunningGateway;

beforeEach(async () => {
  aml = new AmlStandIn();
  remote.provider.respond = aml.respond;
  gateway = await remote.start();
});

const evidencePath = (id: string) => `/console/aml/evidence?id=${id}`;

describe('the evidence of a check', () => {
  it('is a PDF that compares it with the report before it, and names its entries in the activity log', async () => {
    const desk = await openDesk(gateway);
    aml.onRecheck = answerWith(report({ aml_score: 5 }));
    const first = startedOf(await desk.start(subjectOf(1)));
    await desk.until(first.id, 'finished');
    aml.onRecheck = answerWith(report({ aml_score: 80 }, { scam: 60, exchange: 40 }));
    const second = startedOf(await desk.start(subjectOf(1)));
    await desk.until(second.id, 'finished');

    const {
      answer,
      texts: lines,
      rows,
    } = await printedBy(gateway, async () => await desk.get(evidencePath(second.id)));
    const texts = lines.join('\n');

    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="aml-evidence-${second.id}.pdf"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(texts).toContain(`Previous check ${first.id},`);
    expect(texts).toContain('The score rose from 5 to 80; new: scam 60%; moved: exchange from 100% to 40%.');

    const auditLog = await database.db
      .selectFrom('audit_log_entries')
      .selectAll()
      .where('operation', '=', 'startAmlCheck')
      .where('outcome_of', 'is', null)
      .orderBy('sequence')
      .execute();
    expect(auditLog).toHaveLength(2);
    for (const { sequence, hash } of auditLog) {
      expect(rows).toContainEqual(expect.arrayContaining([String(sequence), 'startAmlCheck', hash]));
    }
    // Behind what the sheet has come the download itself and its outcome.
    const [outcome, download, last] = await database.db
      .selectFrom('audit_log_entries')
      .selectAll()
      .where('account_id', '<>', '')
      .orderBy('sequence', 'desc')
      .limit(3)
      .execute();
    expect(outcome).toMatchObject({ outcome_of: download?.sequence, status: 200 });
    expect(download).toMatchObject({ operation: 'downloadAmlEvidence', subject: second.id });
    expect(download?.details).toContain(createHash('sha256').update(answer.bytes).digest('hex'));
    expect(texts).toContain(`${last?.sequence} entries. The hash of the last one is ${last?.hash}`);
  });

  it('is there for each key of the account and no other, and only where there is a report', async () => {
    const desk = await openDesk(gateway);
    const { id } = startedOf(await desk.start(subjectOf(1)));
    await desk.until(id, 'finished');
    aml.onAsk = (_request, response) => response.writeHead(403).end();
    await desk.start(subjectOf(2));
    const { checks } = await desk.list(`search=${subjectOf(2).value}`);

    expect((await (await openDesk(gateway, 'second')).get(evidencePath(id))).status).toBe(200);
    expect((await (await openDesk(gateway, 'other')).get(evidencePath(id))).status).toBe(404);
    expect((await desk.get(evidencePath(checks[0]?.id ?? ''))).status).toBe(404);
    expect((await desk.get(evidencePath('no-such-check'))).status).toBe(404);
    expect((await desk.get('/console/aml/evidence?id=../../etc')).status).toBe(400);
    expect((await gateway.send(evidencePath(id))).status).toBe(401);
  });
});
