import type { AmlBand } from '#contract/gateway/aml-bands.ts';
import type { AmlCheck } from '#contract/gateway/aml-library.ts';
import { sanctionsMessage } from '#domain/aml/sanctions.ts';
import { isZero } from '#domain/decimal.ts';
import { amlWords } from '../aml-words.ts';

type Found = Pick<AmlCheck, 'band' | 'score' | 'sanctions' | 'sanctions_then' | 'kind' | 'categories'>;

/** So many categories are named. */
const mostNamed = 4;

/** What a finished check found, in plain sentences. */
export function findingWords({ band, score, categories, ...check }: Found): string {
  const present = categories.filter(({ share }) => share === null || !isZero(share));
  const having = (wanted: AmlBand | null) => present.filter(({ severity }) => severity === wanted);
  // The severe ones first, whatever their share: what makes the band is never among those that are only counted.
  const grave = [...having('severe'), ...having('high')];
  const medium = having('medium');
  const unknown = having(null);
  const sentences = [
    `${band === null ? 'Unknown' : amlWords[band]} risk${score === null ? ', without a score that can be read' : `, with a score of ${score}`}`,
    ...sanctionsSentences(check),
    ...(grave.length > 0 ? [`Weighing most: ${listed(grave.map(words))}`] : []),
    ...(grave.length === 0 && medium.length > 0 ? [`Of medium weight: ${listed(medium.map(words))}`] : []),
    ...(unknown.length > 0
      ? [`Not known to the account’s rules, and so not taken for low: ${listed(unknown.map(words))}`]
      : []),
    ...(present.length === 0 ? ['The report names no category'] : []),
    ...(present.length > 0 && grave.length + medium.length + unknown.length === 0
      ? ['Only categories that the account’s rules take for low were found']
      : []),
  ];
  return `${sentences.join('. ')}.`;
}

/** What is true now, and what was true when the report came where that is something else. */
export function sanctionsSentences({
  sanctions,
  sanctions_then: then,
  kind,
}: Pick<Found, 'sanctions' | 'sanctions_then' | 'kind'>): string[] {
  const now = sanctionsMessage(sanctions, kind);
  if (then === null || sanctionsMessage(then, kind) === now) return [now];
  return [now, `When the report came: ${sanctionsMessage(then, kind, 'then')}`];
}

function words({ name, share }: AmlCheck['categories'][number]): string {
  return share === null ? name : `${name} ${share}%`;
}

function listed(all: readonly string[]): string {
  const left = all.length - mostNamed;
  return left > 1 ? `${all.slice(0, mostNamed).join(', ')} and ${left} more` : all.join(', ');
}
