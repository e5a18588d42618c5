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
