/** The column layout. A view without one is shown in the user's own layout. */
const layoutParameters = ['columns', 'density'];

/** Whether a view, saved under this search, is the one that the list shows; both as `viewOf` writes them. */
export function isShown(saved: string, shown: string): boolean {
  if (saved === shown) return true;
  const saysLayout = layoutParameters.some((name) => new URLSearchParams(saved).has(name));
  const rest = new URLSearchParams(shown);
  for (const name of layoutParameters) rest.delete(name);
  return !saysLayout && saved === rest.toString();
}
