import type { AmlCheck } from '#contract/gateway/aml-library.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { notifyFailure, notifyNews } from '#dashboard/ui/notify.ts';
import { amlWords } from '#dashboard/entities/aml/aml-words.ts';
import { takeStarted } from '#dashboard/entities/aml/started-checks.ts';

/** Tells, once, of the checks among these that were started in this browser. */
export function tellOfEnded(ended: readonly AmlCheck[]): void {
  const taken = takeStarted(ended.map(({ id }) => id));
  const [first, ...others] = ended.filter(({ id }) => taken.includes(id));
  if (first === undefined) return;
  if (others.length > 0) {
    notifyNews(`${taken.length} AML checks have ended.`);
    return;
  }
  const subject = shortenMiddle(first.value);
  if (first.state !== 'finished') {
    const why = new Error(first.failure?.message ?? 'Its page says what to do next.');
    notifyFailure(`The AML check of ${subject} has no report`, why);
  } else {
    const risk = first.band === null ? '' : ` ${amlWords[first.band]} risk`;
    notifyNews(`AML check of ${subject}:${risk}, ${first.score ?? 'no score'}.`);
  }
}
