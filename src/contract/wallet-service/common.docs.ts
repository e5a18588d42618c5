import { published } from './describe.ts';

/** No one has their keys: funds sent there are lost, but an example must look like the real thing. */
export const exampleAddresses = {
  tron: 'TBXSw8fM4jpQkGc6zZjsVABFpVN7UvXPdV',
  otherTron: 'TD5gsCwxykWsLN9aPrq2TAfNjByuZKYp4E',
  ethereum: '0x000000000000000000000000000000000000dEaD',
} as const;

export const exampleHashes = {
  tron: '7b0f3b0f5c0d4c1d8a8f0e5a3b1c9d2e4f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0c',
  otherTron: '1f9e8d7c6b5a493827160f5e4d3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a',
} as const;

/** Ids in the service's own form: each begins with the moment of its example. */
export const exampleIds = {
  account: 'acc_6f1c0a9e2b7d4c3f8e5a1b20',
  transaction: 'tx_64bf2e7b973c03d5e6f70819',
  exchange: 'ex_64bf38af966404a3b4c5d6e7',
  withdrawal: 'wd_64bf535af10001c4d5e6f7a8',
} as const;

/** Which account the key belongs to. */
export const userId = published('The account that the API key belongs to.');

export const page = {
  limit: published('The maximum number of rows to return.'),
  offset: published('How many rows to skip.'),
};

export const sortDirection = published('The sort direction.');

export const createdRange = {
  created_from: published(
    'Start of the range of `created_at`, inclusive: an ISO 8601 date-time, in UTC if it has no time zone. A date alone means its first moment.',
  ),
  created_to: published(
    'End of the range of `created_at`, inclusive. A date alone means its last moment, so that the whole day is in the range.',
  ),
};

const rangeDecision = 'Both ends of a range of time are inclusive; a date alone is the whole day in UTC.';
const tieDecision =
  'Rows that are equal in `sort_by` are ordered by their id in the same direction, so that pages neither repeat nor skip a row.';

/** A list of what happened, with a range of time and an order that the caller chooses. */
export function historyList(what: string, { more = '', decisions }: { more?: string; decisions: string[] }) {
  return {
    text: `${what}, filtered, sorted and paged.${more}`,
    isDecided: false,
    decisions: [...decisions, rangeDecision, tieDecision],
  };
}

export const transactionAmount = (text: string) =>
  published(`${text} Decimal text with all digits.`, { examples: ['1250.5'] });
