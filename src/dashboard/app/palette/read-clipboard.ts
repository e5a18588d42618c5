const longest = 200;

/** What the clipboard holds, if it is one short line and the person has allowed this page to read it; never asks. */
export async function readClipboard(): Promise<string | undefined> {
  try {
    // Firefox and Safari know no such permission, and would ask.
    const permission = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName });
    if (permission.state !== 'granted') return undefined;
    const text = (await navigator.clipboard.readText()).trim();
    return text === '' || text.length > longest || /\s/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
