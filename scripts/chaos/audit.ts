import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/database/database.ts';
import type { Decimal } from '../../src/domain/decimal.ts';
import {
  type Audited,
  auditClients,
  type ClientRecord,
  isAllPaid,
} from '../../src/testing-withdrawal-clients.ts';
import type { Installation } from './installation.ts';

/** For what is open at the end to be paid. */
const payingMs = 300_000;

/** Waits until everything is paid, and compares what clients were told with what both databases say. */
export async function audit(
  installation: Installation,
  records: readonly ClientRecord[],
  funded: Decimal,
): Promise<Audited[]> {
  const { postgres, pages } = installation;
  const service = await openDatabase({ kind: 'postgres', url: postgres.urlOf('service') });
  const console = await openDatabase({ kind: 'postgres', url: postgres.urlOf('console') });
  try {
    const until = Date.now() + payingMs;
    while (Date.now() < until && !(await isAllPaid(service))) await sleep(500);
    const outcomes = await console.db
      .selectFrom('withdrawal_outcomes')
      .select(['external_id', 'state'])
      .execute();
    const open = outcomes.filter(({ state }) => state === 'in_flight' || state === 'outcome_unknown');
    const verified = async (guarantee: string, name: 'one' | 'console', file: string): Promise<Audited> => {
      const { code, output } = await installation.runCommand(name, file);
      return { guarantee, checked: 1, broken: code === 0 ? [] : [output] };
    };
    return [
      ...(await auditClients(service, records, funded)),
      {
        guarantee: 'Everything is paid',
        checked: 1,
        broken: (await isAllPaid(service)) ? [] : ['It is not.'],
      },
      {
        guarantee: 'Every outcome at the console is known',
        checked: outcomes.length,
        broken: open.map(({ external_id: id }) => id),
      },
      {
        guarantee: 'Every response is one that a fault explains',
        checked: records.flatMap(({ attempts }) => attempts).length,
        broken: records.flatMap(({ unexpected }) => unexpected),
      },
      await verified('The ledger is exact', 'one', 'src/service/ledger/ledger-verify.command.ts'),
      await verified('The activity log of the service is complete', 'one', 'src/audit-log-verify.command.ts'),
      await verified(
        'The activity log of the console is complete',
        'console',
        'src/audit-log-verify.command.ts',
      ),
      {
        guarantee: 'No page was loaded again',
        checked: pages.length,
        broken: pages.filter(({ reloads }) => reloads > 0).map(({ name }) => name),
      },
    ];
  } finally {
    await Promise.all([service.close(), console.close()]);
  }
}
