import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { BodyOf } from '#contract/operation.ts';
import { recordExport } from '#contract/gateway/exports.ts';
import { call } from '#dashboard/api/client.ts';
import { saveFile } from '#dashboard/lib/files.ts';

type Export = { name: string; blob: Blob } & Omit<BodyOf<typeof recordExport>, 'sha256' | 'complete'>;

/** Records an export of all rows that are shown, and hands the file over. Throws ApiError where it isn't recorded. */
export async function saveExport({ blob, ...about }: Export): Promise<void> {
  const digest = bytesToHex(sha256(new Uint8Array(await blob.arrayBuffer())));
  await call(recordExport, { body: { ...about, complete: true, sha256: digest } });
  saveFile({ name: about.name, blob });
}

/** The query of a list as text, without what is not set, and without its page: an export has all of them. */
export function filtersOf({
  limit: _limit,
  offset: _offset,
  ...query
}: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(given.map(([name, value]) => [name, String(value).slice(0, 1024)]));
}
