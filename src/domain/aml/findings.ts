import { isZero } from '../decimal.ts';
import { categoryKey, type Finding } from './bands.ts';
import { type AmlFindings, categoriesOf } from './read-report.ts';

/** Stands for what a report says of categories in a way that is not understood: unknown, and so never low. */
export const unreadCategories = 'categories that cannot be read';

/**
 * What a report finds, as an account's rules weigh it: the categories of the funds, the heaviest first, and those of
 * labels that the subject itself, or a party to the transaction, has. A label counts though no funds came from there.
 */
export function findingsOf(report: AmlFindings): Finding[] {
  const labelled = new Set(report.directHits.map(({ category }) => categoryKey(category)));
  const found = categoriesOf(report).map(({ name, share }) => {
    const isLabelAlone = share !== null && isZero(share) && labelled.has(categoryKey(name));
    return { name, share: isLabelAlone ? null : share };
  });
  return report.hasUnreadCategories ? [...found, { name: unreadCategories, share: null }] : found;
}
