import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StatementRow } from '#contract/gateway/statements.ts';
import { add } from '#domain/arithmetic.ts';
import { now } from '#domain/clock.ts';
import { decimal } from '#domain/decimal.ts';
import { runCommand } from '../../testing-program.ts';
import { anyMove, fillEverything, startMoves } from '../balances/testing-moves.ts';
import { setUpService } from '../testing.ts';
import { beginning, statements } from './testing-statements.ts';

const service = setUpService({ aml: { asyncDelayMs: 0 } });

const smallest = decimal('0.000000000000000001');

const header = 'wallet_type,network,currency,opening,aml_check_fees,collected,closing';

const csvOf = (rows: readonly StatementRow[]) =>
  [
    header,
    ...rows.map(({ type, network, currency, opening, movements, closing }) =>
      [
        type,
        network,
        currency,
        opening.total,
        movements.aml_check_fees,
        movements.collected,
        closing.total,
      ].join(','),
    ),
  ].join('\n');

it(
  'a script that knows only the published lists computes the same closing balances, to the last digit',
  { timeout: 180_000 },
  async () => {
    const { play, seen } = await startMoves(service);
    const [moves = []] = fc.sample(fc.array(anyMove, { minLength: 120, maxLength: 120 }), {
      numRuns: 1,
      seed: 4,
    });
    for (const move of [...fillEverything, ...moves]) await play(move);
    const asOf = now();
    const { rows } = await statements(service).statementOf(beginning, asOf);

    const url = `${await service.app.listen({ port: 0, host: '127.0.0.1' })}/api/prod/v1`;
    const directory = await mkdtemp(join(tmpdir(), 'wallet-console-proof-'));
    const prove = async (csv: string) => {
      const statement = join(directory, 'statement.csv');
      await writeFile(statement, csv);
      const options = ['--url', url, '--statement', statement, '--as-of', asOf];
      return await runCommand('scripts/prove-statement.ts', options, { API_KEY: service.token });
    };
    try {
      const proof = await prove(csvOf(rows));
      expect(proof.err).toBe('');
      expect(proof.out).toContain('Every closing balance follows from the lists.');
      expect(proof.code).toBe(0);
      expect(proof.out.split('\n').length).toBeGreaterThan(15);

      const solana = rows.find(({ currency }) => currency === 'SOL');
      if (solana === undefined) throw new Error('Nothing was on Solana.');
      solana.closing.total = add(solana.closing.total, smallest);
      const refuted = await prove(csvOf(rows));
      expect(refuted.code).toBe(1);
      expect(refuted.out).toMatch(/accounting\/sol\/SOL: .* differs by 0.000000000000000001/);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
    // Otherwise the proof would be of little.
    for (const done of ['collect', 'settle', 'exchange', 'delete', 'report'])
      expect([...seen]).toContain(done);
  },
);
