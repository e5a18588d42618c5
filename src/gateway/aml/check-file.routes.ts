import type { Kysely } from 'kysely';
import { readAmlCheck } from '#contract/gateway/aml-checks.ts';
import { type AmlFileId, amlFiles } from '#contract/gateway/aml-files.ts';
import type { Tables } from '#database/tables.ts';
import { type Host, validateQuery } from '#http/serve.ts';
import type { SignedIn } from '../console-host.ts';
import { type Download, sendDownload } from '../downloads.ts';
import { noSuchCheck } from './aml-checks.routes.ts';
import { findChecks, type ScreeningCheck } from './screening-checks.store.ts';

type FileDeps = { db: Kysely<Tables> };

/**
 * Serves a file about a check, by the check's id, to those who may read the check and save files. `make` returns undefined if the
 * check has no such file.
 */
export function serveCheckFile(
  host: Host<SignedIn>,
  { db }: FileDeps,
  operationId: AmlFileId,
  make: (check: ScreeningCheck, caller: SignedIn) => Promise<Download | undefined>,
): void {
  const { path, ...needs } = amlFiles[operationId];
  const access = { ...readAmlCheck, ...needs };
  host.app.get(path, { config: { operationId, isDownload: true } }, async (request, reply) => {
    const caller = await host.authorize(request, access);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: the output of that schema.
    const { id } = validateQuery(readAmlCheck, request.query) as { id: string };
    const [check] = await findChecks(db, caller.accountId, [id]);
    const file = check && (await make(check, caller));
    if (file === undefined) throw noSuchCheck();
    return sendDownload(reply, file);
  });
}
