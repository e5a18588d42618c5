/** A share of the width as the attributes of SVG take it: `12.5%` for 0.125. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(3))}%`;
}
