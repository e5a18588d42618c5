import { capitalize } from '#dashboard/lib/format.ts';
import { isTimeZone } from '#dashboard/lib/zoned-time.ts';

const regions = ['Africa', 'America', 'Asia', 'Atlantic', 'Australia', 'Europe', 'Indian', 'Pacific'];

/**
 * The zones whose names have all the typed words, those where a word begins with the first of them before the others.
 * `known` is what the browser lists, which can be an old name (`Asia/Calcutta`): a new one is found by its city.
 */
export function findZones(text: string, known: readonly string[], most: number): string[] {
  const words = wordsOf(text);
  const [first] = words;
  if (first === undefined) return [];
  const matches = known.filter((zone) => {
    const name = wordsOf(zone).join(' ');
    return words.every((word) => name.includes(word));
  });
  const isLead = (zone: string) => wordsOf(zone).some((word) => word.startsWith(first));
  const found = [...matches.filter(isLead), ...matches.filter((zone) => !isLead(zone))];
  return (found.length > 0 ? found : zonesOfCity(words)).slice(0, most);
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s/_]+/)
    .filter((word) => word !== '');
}

/** Names that the browser takes and does not list. */
function zonesOfCity(words: string[]): string[] {
  const city = words.map(capitalize).join('_');
  const whole = words.length > 1 ? city.replace('_', '/') : city;
  return [whole, ...regions.map((region) => `${region}/${city}`)].filter(
    (name) => name.includes('/') && isTimeZone(name),
  );
}
