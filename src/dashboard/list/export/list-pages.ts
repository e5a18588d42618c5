import type { ReadRow } from '#contract/read-answer.ts';
import { call } from '#dashboard/api/client.ts';
import { type ExportList, exportLists, type ExportListName } from './export-lists.ts';
import type { ExportPage, ReadPage } from './read-pages.ts';

/** Reads pages of a list from the service. Throws ApiError. */
export function listPages(name: ExportListName): (query: Record<string, string>) => ReadPage {
  const list: ExportList = exportLists[name];
  return (query) =>
    async (offset, limit): Promise<ExportPage> => {
      const page: ExportPage = await call(list.operation, { query: { ...query, offset, limit } });
      return { ...page, rows: page.rows.map((row) => flat(list, row)) };
    };
}

function flat(
  { flatten }: ExportList,
  row: ReadRow<Record<string, unknown>>,
): ReadRow<Record<string, unknown>> {
  return flatten === undefined ? row : { ...row, value: flatten(row.value) };
}
