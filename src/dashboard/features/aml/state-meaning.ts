import type { AmlCheck } from '#contract/gateway/aml-library.ts';

/** What the state of a check means, and what to do next. */
export function stateMeaning(check: AmlCheck): { means: string; next: string } {
  switch (check.state) {
    case 'queued':
      return {
        means: 'The provider has not been asked yet: nothing is spent.',
        next: 'It is asked by itself when its turn comes. You can leave this page.',
      };
    case 'asking':
      return { means: 'The provider is being asked right now.', next: 'You can leave this page.' };
    case 'waiting':
      return {
        means: 'The provider has taken the check and has no report yet. Its uid is kept.',
        next: 'It is asked again by itself, also when nobody is signed in. You can leave this page.',
      };
    case 'stopped':
      return {
        means:
          check.uid === null
            ? 'Stopped before the provider was asked: nothing was spent.'
            : 'Stopped while it waited for the report. The provider has its check, which is paid for.',
        next: 'Resume it to go on; that spends no further check.',
      };
    case 'finished':
      return { means: 'The report is kept.', next: 'Read it below, and decide.' };
    case 'failed':
      return {
        means: 'There is no report of it.',
        next: check.can_resume
          ? 'Resume it to ask for the same report again, at no cost; or check again, which costs a check.'
          : 'Put right what the provider names, then check again; where no checks are left, name a wallet that pays.',
      };
    case 'lost':
      return {
        means:
          'The provider was asked and its answer did not arrive, so a check may have been spent. ' +
          'It is never asked again by itself.',
        next: check.can_resume
          ? 'Resume it to ask for the same report again, at no cost.'
          : 'Compare the remaining checks with those of the provider, then check again if you must.',
      };
    default:
      return unknownState;
  }
}

const unknownState = { means: 'A state that this console does not know.', next: 'Reload the page.' };
