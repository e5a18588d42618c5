import { readTextFile } from '#dashboard/lib/files.ts';

/**
 * The text of a UTF-8 file with its byte order mark, so that the hash of what is sent is that of the file. Refuses other
 * encodings, as `readTextFile` does.
 */
export async function readExactText(file: Blob, mostBytes: number): ReturnType<typeof readTextFile> {
  const read = await readTextFile(file, mostBytes);
  if (!read.ok) return read;
  const start = new Uint8Array(await file.slice(0, 3).arrayBuffer());
  const hasMark = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf;
  return hasMark ? { ok: true, text: `\uFEFF${read.text}` } : read;
}
