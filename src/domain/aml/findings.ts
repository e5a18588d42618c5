import { isZero, ZERO } from '../decimal.ts';
import { categoryKey, type Finding } from './bands.ts';
import type { ReportResult } from './read-report.ts';

/** Represents what a report says about categories in a way that is not understood: unknown, and so never low. */
export const unreadCategories = 'unreadable categories';

/**
 * What a report finds, as an account's rules weigh it: the categories of the funds, the heaviest first, and those of
 * labels that the subject itself, or a party to the transaction, has. A label counts though no funds came from there.
 */
export function findingsOf(report: ReportResult): Finding[] {
  const { categories, directExposure, directHits, hasUnreadCategories } = report;
  const labels = byKey(
    directHits.map(({ category }) => ({ name: category, share: null, direct: null, isDirectHit: true })),
  );
  const directShares = new Map(directExposure?.shares.map(({ name, share }) => [categoryKey(name), share]));
  const found = categories.shares.map(({ name, share }): Finding => {
    const key = categoryKey(name);
    const isDirectHit = labels.has(key);
    if (isDirectHit && share !== null && isZero(share)) {
      return { name, share: null, direct: null, isDirectHit };
    }
    const untold = directExposure === null ? null : ZERO;
    const directShare = directShares.get(key);
    return { name, share, direct: directShare === undefined ? untold : directShare, isDirectHit };
  });
  const funds = byKey(found);
  for (const [key, label] of labels) if (!funds.has(key)) found.push(label);
  const unread = { name: unreadCategories, share: null, direct: null, isDirectHit: false };
  return hasUnreadCategories ? [...found, unread] : found;
}

/** The first of each category, in their order. */
function byKey(findings: readonly Finding[]): Map<string, Finding> {
  const first = new Map<string, Finding>();
  for (const finding of findings) {
    const key = categoryKey(finding.name);
    if (!first.has(key)) first.set(key, finding);
  }
  return first;
}
