import { categoryKey, type Finding } from './bands.ts';
import type { AmlFindings } from './read-report.ts';

/** Stands for what a report says of categories in a way that is not understood: unknown, and so never low. */
export const unreadCategories = 'categories that cannot be read';

/**
 * What a report finds, the heaviest first: the categories of the funds, then those of the labels that the subject
 * itself, or a party to the transaction, has, where no funds came from there.
 */
export function findingsOf({ categories, hasUnreadCategories, other }: AmlFindings): Finding[] {
  const findings: Finding[] = [...categories.shares];
  const labels = other.find(({ path }) => path === 'params.direct_hits')?.value;
  const names = [...labelledCategories(labels), ...(hasUnreadCategories ? [unreadCategories] : [])];
  for (const name of names) {
    const isThere = findings.some((finding) => categoryKey(finding.name) === categoryKey(name));
    if (!isThere) findings.push({ name, share: null });
  }
  return findings;
}

function labelledCategories(labels: unknown): string[] {
  if (!Array.isArray(labels)) return [];
  return labels.flatMap((label: unknown) => {
    if (typeof label !== 'object' || label === null || !('category' in label)) return [];
    return typeof label.category === 'string' && label.category !== '' ? [label.category] : [];
  });
}
