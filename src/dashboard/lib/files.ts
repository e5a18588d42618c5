/** Long enough for a browser to begin with it, as some do only after they have asked where to. */
const keptMs = 60_000;

/** Hands a file to the browser to save. */
export function saveFile({ name, blob }: { name: string; blob: Blob }): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}

type TextFile =
  | { ok: true; text: string }
  /** For a reason to show. */
  | { ok: false; reason: string };

/**
 * The text of a UTF-8 file, without a byte order mark. A file in another encoding is refused: `Müller` and `Möller` in
 * Latin-1 would become the same text, and so the same reference. `mostBytes` is a whole number of megabytes.
 */
export async function readTextFile(file: Blob, mostBytes: number): Promise<TextFile> {
  if (file.size > mostBytes) {
    const reason = `The file is larger than ${mostBytes / 1_000_000} MB. Split it into smaller files.`;
    return { ok: false, reason };
  }
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return { ok: false, reason: 'The file couldn’t be read. Choose it again.' };
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return {
      ok: false,
      reason:
        'This file isn’t UTF-8, so letters such as ü would be misread. Save it as UTF-8 (in Excel, “CSV UTF-8”) and choose it again.',
    };
  }
}
