import type { AmlBand } from '#contract/gateway/aml-bands.ts';
import type { AmlCheck } from '#contract/gateway/aml-library.ts';
import { isZero } from '#domain/decimal.ts';
import { amlWords } from '../aml-words.ts';

type Found = Pick<AmlCheck, 'band' | 'score' | 'is_sanctioned' | 'categories'>;

/** So many categories are named. */
const mostNamed = 4;

/** What a finished check found, in plain sentences. */
export function findingWords({ band, score, is_sanctioned: isSanctioned, categories }: Found): string {
  const present = categories.filter(({ share }) => share === null || !isZero(share));
  const having = (wanted: AmlBand | null) => present.filter(({ severity }) => severity === wanted);
  // The severe ones first, whatever their share: what makes the band is never among those that are only counted.
  const grave = [...having('severe'), ...having('high')];
  const medium = having('medium');
  const unknown = having(null);
  const sentences = [
    `${band === null ? 'Unknown' : amlWords[band]} risk${score === null ? ', without a score that can be read' : `, with a score of ${score}`}`,
    ...(isSanctioned === true ? ['Sanctions are among what was found'] : []),
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

function words({ name, share }: AmlCheck['categories'][number]): string {
  return share === null ? name : `${name} ${share}%`;
}

function listed(all: readonly string[]): string {
  const left = all.length - mostNamed;
  return left > 1 ? `${all.slice(0, mostNamed).join(', ')} and ${left} more` : all.join(', ');
}
