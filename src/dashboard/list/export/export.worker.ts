import { recordExport } from '#contract/gateway/exports.ts';
import { workInAccount } from '#dashboard/lib/page-account.ts';
import { call } from '#dashboard/api/client.ts';
import { askWith, takeProof } from '#dashboard/api/reauthentication.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { loadTemporal } from '#dashboard/lib/zoned-time.ts';
import { type FromWorker, sendError, type ToWorker } from './export-messages.ts';
import { listPages } from './list-pages.ts';
import type { ExportedFile } from './export-request.ts';
import { runExport } from './run-export.ts';
import { filtersOf } from './save-export.ts';

// A worker is ended by its page when the export is cancelled: nothing of it is left then.
let goOn: (() => void) | undefined;
let onProof: ((proof: string | null) => void) | undefined;

// Only the page can ask the user.
askWith(
  async (ways) =>
    new Promise((resolve) => {
      onProof = (proof) => {
        takeProof(proof);
        resolve(proof !== null);
      };
      tell({ type: 'reauthenticate', ways });
    }),
);

function tell(message: FromWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker speaks to its page alone
  globalThis.postMessage(message);
}

globalThis.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'continue') {
    goOn?.();
    return;
  }
  if (data.type === 'proof') {
    onProof?.(data.proof);
    return;
  }
  const { request, proof, accountPrefix } = data;
  takeProof(proof);
  workInAccount(accountPrefix);
  loadTemporal()
    .then(() =>
      runExport(request, listPages(request.list), {
        onProgress: (progress) => tell({ type: 'progress', ...progress }),
        onPause: ({ page, seconds, error }) =>
          tell({ type: 'pause', page, seconds, error: sendError(error) }),
        onFailure: ({ page, error }) =>
          new Promise((resolve) => {
            goOn = resolve;
            tell({ type: 'failed', page, error: sendError(error) });
          }),
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        now: serverNow,
      }),
    )
    .then(recorded)
    .then(
      (file) => tell({ type: 'done', file }),
      (error: unknown) =>
        tell({ type: 'ended', error: sendError(error instanceof Error ? error : new Error(String(error))) }),
    );
});

/** A file is handed over once the activity log has it. */
async function recorded(file: ExportedFile): Promise<ExportedFile> {
  const { list, query, rows_written: rows, complete, rows_sha256: sha256 } = file.header;
  const body = { list, name: file.name, rows, complete, sha256 };
  await call(recordExport, { body: { ...body, filters: filtersOf(query) } });
  return file;
}
