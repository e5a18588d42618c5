import { queryOptions } from '@tanstack/react-query';
import { listReportSchedules } from '#contract/gateway/report-schedules.ts';
import {
  listStatementFiles,
  requestStatementFile,
  type StatementFile,
  statementFiles,
} from '#contract/gateway/statement-files.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf, queryOf } from '#dashboard/api/queries.ts';
import { pageAccountPrefix } from '#dashboard/lib/page-account.ts';
import type { PageQuery } from '#dashboard/lib/page-state.ts';

export const filesPath = '/books/files';

/** How often a file in progress is looked at. */
const lookEveryMs = 700;

export function isInProgress({ state }: StatementFile): boolean {
  return state === 'waiting' || state === 'working';
}

/** A page of files, newest first, read again while one of them is in progress. */
export function filesQuery(query: PageQuery) {
  const request = { query };
  return queryOptions({
    queryKey: keyOf(listStatementFiles, request),
    queryFn: async ({ signal }) => call(listStatementFiles, request, signal),
    refetchInterval: ({ state: { data } }) => (data?.files.some(isInProgress) === true ? lookEveryMs : false),
  });
}

/** The reports that are scheduled. */
export const schedulesQuery = () => queryOf(listReportSchedules, {});

/** One file, read again until it is ready or has failed; null if it isn’t there. */
export function fileQuery(id: string) {
  const request = { query: { id } };
  return queryOptions({
    queryKey: keyOf(listStatementFiles, request),
    queryFn: async ({ signal }) => call(listStatementFiles, request, signal),
    select: ({ files }) => files[0] ?? null,
    refetchInterval: ({ state: { data } }) => (data?.files.some(isInProgress) === true ? lookEveryMs : false),
  });
}

export const useRequestFile = () => useChange(requestStatementFile);

/** Where the server has the file, below the page’s account. */
export function filePath({ id }: Pick<StatementFile, 'id'>): string {
  return `${statementFiles.downloadStatementFile.path}?id=${encodeURIComponent(id)}`;
}

/** Has the browser save a file that is ready, without reading it into the page. */
export function saveStatementFile(file: Pick<StatementFile, 'id'>): void {
  const link = document.createElement('a');
  link.href = pageAccountPrefix() + filePath(file);
  link.download = '';
  link.click();
}
