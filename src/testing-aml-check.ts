import { expect, vi } from 'vitest';

/**
 * Starts a check as the console does, with the headers of a session, and waits for its report and PDF. Gives the part
 * of the PDF's link that nobody can guess.
 */
export async function checkInConsole(
  server: string,
  headers: Record<string, string>,
  value: string,
): Promise<string> {
  const checks = `${server}/console/aml/checks`;
  const started = await fetch(checks, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ network: 'trx', value, recent_days: 0 }),
  });
  const { data } = (await started.json()) as { data: { check: { id: string } } };
  return await vi.waitFor(
    async () => {
      const answer = await fetch(`${checks}/one?id=${data.check.id}`, { headers });
      const read = (await answer.json()) as { data: { check: object; report: string } };
      expect(read.data.check).toMatchObject({ state: 'finished', has_pdf: true });
      return /([\w-]{43})\.pdf/.exec(read.data.report)?.[1] ?? '';
    },
    { timeout: 30_000, interval: 500 },
  );
}
