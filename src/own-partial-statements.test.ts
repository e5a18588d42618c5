import * as fc from 'fast-check';
import readWorkbook from 'read-excel-file/universal';
import { extractText } from 'unpdf';
import { expect, it } from 'vitest';
import type { StatementPart } from '#contract/gateway/statement-part.ts';
import type { StatementRow } from '#contract/gateway/statements.ts';
import { sharedPoolKey } from '#contract/wallet-service/balances.ts';
import { add, sum } from '#domain/arithmetic.ts';
import { decimal, isZero } from '#domain/decimal.ts';
import { currencies, walletTypes, withdrawalNetworks } from '#domain/networks.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { statementCells } from './gateway/books/files/columns.ts';
import { anyMove, fillEverything, startMoves } from './service/balances/testing-moves.ts';
import { beginning } from './service/books/testing-statements.ts';
import { setUpService } from './service/testing.ts';
import { parseCsv, sha256, statementFiles, unzip } from './testing-statement-files.ts';

const service = setUpService({ allowSandboxKeys: true, aml: { asyncDelayMs: 0 } });
const { request, job, current, made } = statementFiles(service);

type Meta = {
  covers?: string;
  part?: object;
  adds_up: boolean;
  entries_written: number;
  totals: { currency: string; difference: string; amounts: Record<string, string> }[];
};

/** Any part of the account, most of them small. Wallets by their index. */
const anyPart = fc.record(
  {
    type: fc.constantFrom(...walletTypes),
    network: fc.constantFrom(...withdrawalNetworks, sharedPoolKey),
    currency: fc.constantFrom(...currencies),
    wallet: fc.nat(),
  },
  { requiredKeys: [] },
);

async function walletsWithFunds(): Promise<string[]> {
  const rows = await service.db
    .selectFrom('ledger_accounts')
    .select('wallet_address')
    .distinct()
    .where('account_id', '=', service.accountId)
    .where('wallet_address', 'is not', null)
    .orderBy('wallet_address')
    .execute();
  return rows.flatMap(({ wallet_address: address }) => address ?? []);
}

/** The sums of one figure by currency. */
const totalsOf = (rows: readonly StatementRow[], amountOf: (row: StatementRow) => string) =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, some]) => [
      currency,
      sum(some.map((row) => decimal(amountOf(row)))),
    ]),
  );

it(
  'has the rows of exactly its part, closes with the sum of its entries, and says what the part is',
  { timeout: 240_000 },
  async () => {
    const { play } = await startMoves(service);
    const moves = fc.sample(anyMove, { numRuns: 60, seed: 5 });
    for (const move of [...fillEverything, ...moves]) await play(move);
    const wallets = await walletsWithFunds();
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(anyPart, fc.boolean(), async ({ wallet: index, ...others }, isOfAll) => {
        const wallet = index === undefined ? undefined : wallets[index % wallets.length];
        const part: StatementPart = { ...others, ...(wallet !== undefined && { wallet }) };
        seen += 1;
        // From the beginning, entries alone are the closing; otherwise the opening is among it.
        const from = isOfAll ? beginning : undefined;
        const { file, content, statement } = await made({
          key: String(seen),
          part,
          ...(from !== undefined && { from }),
        });
        const files = await unzip(content);
        const prefix = Object.keys(part).length === 0 ? '' : 'partial-';
        expect(Object.keys(files)).toEqual([`${prefix}statement.csv`, `${prefix}entries.csv`, 'meta.json']);
        const [rowsCsv, entriesCsv] = [files[`${prefix}statement.csv`], files[`${prefix}entries.csv`]];
        expect(parseCsv(rowsCsv).map((row) => Object.values(row))).toEqual(
          statement.rows.map(statementCells),
        );
        expect([sha256(rowsCsv), sha256(entriesCsv)]).toEqual([file.rows_sha256, file.entries_sha256]);

        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is tested.
        const meta = JSON.parse(files['meta.json'] ?? '') as Meta;
        const entries = parseCsv(entriesCsv);
        expect(meta).toMatchObject({ adds_up: true, entries_written: entries.length });
        expect(file.rows_total ?? 0).toBe(entries.length);
        const closings = totalsOf(statement.rows, ({ closing }) => closing.total);
        expect(
          Object.fromEntries(meta.totals.map(({ currency, amounts }) => [currency, amounts['closing']])),
        ).toEqual(closings);
        const openings = totalsOf(statement.rows, ({ opening }) => opening.total);
        for (const [currency, closing] of Object.entries(closings)) {
          const moved = entries.filter((entry) => entry['currency'] === currency);
          const all = sum(moved.map(({ amount }) => decimal(amount ?? '')));
          expect(add(openings[currency] ?? decimal(0), all)).toBe(closing);
        }
        for (const entry of entries) {
          const { type, network, currency } = part;
          expect(entry).toMatchObject({
            ...(type !== undefined && { wallet_type: type }),
            ...(network !== undefined && { network }),
            ...(currency !== undefined && { currency }),
            ...(wallet !== undefined && { wallet_address: wallet }),
          });
        }
        expect([meta.covers, meta.part]).toEqual(
          prefix === ''
            ? [undefined, undefined]
            : [
                'only part of the account',
                Object.fromEntries(
                  [
                    ['wallet_type', part.type],
                    ['network', part.network],
                    ['currency', part.currency],
                    ['wallet_address', wallet],
                  ].filter(([, value]) => value !== undefined),
                ),
              ],
        );
        expect(file.name?.startsWith(prefix === '' ? 'statement-' : 'partial-statement-')).toBe(true);
      }),
      {
        numRuns: 16,
        seed: 29,
        examples: [
          [{}, true],
          [{ wallet: 0 }, true],
          [{ type: 'accounting' }, false],
        ],
      },
    );
  },
);

it('says in every format which part it covers, where a person looks first', async () => {
  const tron = await service.wallet('trx');
  const eth = await service.wallet('eth');
  await service.fund(tron, 'USDT', '7.5');
  await service.fund(eth, 'USDT', '1000');
  const part: StatementPart = { type: 'user', currency: 'USDT', wallet: tron.address };
  const pdf = await made({ format: 'pdf', key: 'pdf', part });
  const { text } = await extractText(new Uint8Array(pdf.content), { mergePages: true });
  const says = `Wallet ${tron.address} · Personal · USDT`;
  expect(text).toMatch(/^Partial statement \d{4}-/);
  expect(text).toContain(`Only ${says}`);
  expect(text).toContain(`only Wallet ${shortenMiddle(tron.address)} · Personal · USDT, `);
  expect(text).toContain('Covers Only part of the account');
  expect(text).toContain(`Wallet ${tron.address}`);
  expect(text).toContain('Closing 7.5');
  expect(text).not.toContain('1,00');

  const xlsx = await made({ format: 'xlsx', key: 'xlsx', part });
  const sheets = await readWorkbook(new Blob([new Uint8Array(xlsx.content)]));
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Partial statement', 'Partial entries', 'About']);
  const about = sheets[2]?.data.map((row) => row.slice(0, 2)) ?? [];
  expect(about).toEqual(
    expect.arrayContaining([
      ['Covers', 'only part of the account'],
      ['Wallet', tron.address],
      ['Wallet type', 'Personal'],
      ['Currency', 'USDT'],
    ]),
  );
  expect(xlsx.file.name).toMatch(/^partial-statement-[\d-]{21}-user-USDT-T\w{6}-\w{6}\.xlsx$/);
});

it('takes collected funds that another part has for no fault', async () => {
  const { play } = await startMoves(service);
  for (const move of fillEverything) await play(move);
  const { statement, content } = await made({ part: { network: 'trx', type: 'accounting' } });
  expect(statement.rows.some(({ movements }) => !isZero(movements.collected))).toBe(true);
  const meta: unknown = JSON.parse((await unzip(content))['meta.json'] ?? '');
  expect(meta).toMatchObject({ adds_up: true, faults: [] });
});

it('makes no file of an address that never had funds of the account', async () => {
  await request({ part: { wallet: 'TNobody' } });
  expect(await runOnce(job())).toBe(true);
  expect(await current()).toMatchObject([
    { state: 'failed', failure: expect.stringContaining('were ever on the wallet TNobody') },
  ]);
});
