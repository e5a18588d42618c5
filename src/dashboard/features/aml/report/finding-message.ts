import type { AmlBand } from '#contract/gateway/aml-bands.ts';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { sanctionsMessage } from '#domain/aml/sanctions.ts';
import { isZero } from '#domain/decimal.ts';
import { amlLabels } from '#dashboard/entities/aml/aml-badge.tsx';

type Category = AmlCheck['categories'][number];
type Found = Pick<AmlCheck, 'band' | 'score' | 'sanctions' | 'sanctions_then' | 'kind' | 'categories'>;

/** How many categories are named. */
const mostNamed = 4;

/** What a finished check found, in plain sentences. */
export function findingMessage({ band, score, categories, ...check }: Found): string {
  const present = categories.filter(isPresent);
  const counting = present.filter(({ counts }) => counts);
  const having = (wanted: AmlBand | null) => counting.filter(({ severity }) => severity === wanted);
  // Severe categories come first, whatever their share, so that the one that decides the rating is always named.
  const grave = [...having('severe'), ...having('high')];
  const medium = having('medium');
  const unknown = having(null);
  const unknownOrigin = present.filter(({ severity }) => severity === 'unknown');
  const below = present.filter(({ counts, severity }) => !counts && severity !== 'unknown');
  const isAllLow =
    counting.length > 0 && grave.length + medium.length + unknown.length + unknownOrigin.length === 0;
  const sentences = [
    `${band === null ? 'Unknown' : amlLabels[band]} risk${score === null ? ', no readable score' : `, score ${score}`}`,
    ...sanctionsSentences(check),
    ...(grave.length > 0 ? [`${grave.length === 1 ? 'Main driver' : 'Main drivers'}: ${listed(grave)}`] : []),
    ...(grave.length === 0 && medium.length > 0 ? [`Medium-risk categories: ${listed(medium)}`] : []),
    ...(unknown.length > 0 ? [`Not in your AML rules: ${listed(unknown)}`] : []),
    ...(unknownOrigin.length > 0 ? [`Unknown origin: ${listed(unknownOrigin)}`] : []),
    ...(below.length > 0 ? [`Below the minimum share, not counted: ${listed(below)}`] : []),
    ...(present.length === 0 ? ['The report lists no categories'] : []),
    ...(isAllLow
      ? [below.length > 0 ? 'The other categories are low-risk' : 'Only low-risk categories were found']
      : []),
  ];
  return `${sentences.join('. ')}.`;
}

/** Whether the report finds anything of it. A direct payment can be too small to show in the share. */
export function isPresent({ share, direct_share: direct }: Category): boolean {
  return share === null || !isZero(share) || (direct !== null && !isZero(direct));
}

/** What is true now, and what was true when the report came where that is something else. */
function sanctionsSentences({
  sanctions,
  sanctions_then: then,
  kind,
}: Pick<Found, 'sanctions' | 'sanctions_then' | 'kind'>): string[] {
  const now = sanctionsMessage(sanctions, kind);
  if (then === null || sanctionsMessage(then, kind) === now) return [now];
  return [now, `At the time of the report: ${sanctionsMessage(then, kind, 'then')}`];
}

/** `0.06%`; of a direct payment that is too small to show in its share, what it is at most. Null without a share. */
export function shareLabel({ share, direct_share: direct }: Category): string | null {
  if (share === null) return null;
  return isZero(share) && direct !== null && !isZero(direct) ? `at most ${direct}%` : `${share}%`;
}

function categoryLabel(category: Category): string {
  const share = shareLabel(category);
  return share === null ? category.name : `${category.name} (${share})`;
}

function listed(all: readonly Category[]): string {
  const labels = all.map(categoryLabel);
  const left = labels.length - mostNamed;
  return left > 1 ? `${labels.slice(0, mostNamed).join(', ')} and ${left} more` : labels.join(', ');
}
