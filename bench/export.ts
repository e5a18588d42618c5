// node bench/export.ts [rows]: how many rows a second an export writes, and how much memory it takes. Reading them
// from a service is left out: that is what `npm run bench` measures.
import { setImmediate } from 'node:timers/promises';
import type { ReadRow } from '../src/contract/read-answer.ts';
import { exportFormats } from '../src/dashboard/list/export/export-request.ts';
import type { ReadPage } from '../src/dashboard/list/export/read-pages.ts';
import { runExport } from '../src/dashboard/list/export/run-export.ts';

const rowCount = Number(process.argv[2] ?? 100_000);

function row(n: number): ReadRow<Record<string, unknown>> {
  const hex = n.toString(16).padStart(8, '0');
  const value = {
    transaction_id: `tx_${hex.repeat(2)}`,
    network: n % 5 === 0 ? 'eth' : 'trx',
    direction: n % 3 === 0 ? 'out' : 'in',
    status: 'completed',
    amount: `${n}.${String(1 + (n % 899_999)).padStart(6, '0')}1`,
    currency: n % 5 === 0 ? 'ETH' : 'USDT',
    sender_wallet: `TSender${hex.repeat(3)}`,
    recipient_wallet: `TRecipient${hex.repeat(3)}`,
    hash: `0x${hex.repeat(8)}`,
    fee: '0.1',
    created_at: `2026-07-01 10:${String(n % 60).padStart(2, '0')}:00.123456+00`,
  };
  return { isWhole: true, value, problems: [] };
}

const fetchPage: ReadPage = async (offset, limit) => {
  await setImmediate();
  const length = Math.max(0, Math.min(limit, rowCount - offset));
  const rows = Array.from({ length }, (_, index) => row(offset + index));
  return {
    rows,
    stated: rowCount,
    step: length,
    otherRows: 0,
    hasOtherRows: false,
    ignored: [],
    refused: {},
  };
};

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

for (const format of exportFormats) {
  const begun = performance.now();
  let most = 0;
  const { blob, header } = await runExport(
    {
      list: 'transactions',
      query: {},
      pin: '2026-07-02T00:00:00.000000Z',
      zone: 'Europe/Berlin',
      filterLabels: [],
      format,
      accountId: 'bench',
      userName: null,
      keyName: null,
    },
    () => fetchPage,
    {
      onProgress: () => (most = Math.max(most, process.memoryUsage().rss)),
      onPause: () => undefined,
      onFailure: async ({ error }) => {
        throw error;
      },
      wait: async () => undefined,
      now: () => Date.now(),
    },
  );
  const seconds = (performance.now() - begun) / 1000;
  console.log(
    `${format}: ${header.rows_written} rows in ${seconds.toFixed(1)} s, ${(rowCount / seconds).toFixed(0)} a second; ` +
      `a file of ${megabytes(blob.size)} MB, the process took ${megabytes(most)} MB at most`,
  );
}
