import { resultSuccess } from './base.ts';
import { decided, describeSchema, published } from './describe.ts';

describeSchema('ResultSuccess', resultSuccess, {
  text: 'It worked.',
  fields: { result: published('The text `success`.') },
});

/** Fields of `data` that are in no named schema. */
export const answerFields = {
  user_id: published('The account that the API key belongs to.'),
  count: published('How many rows match the filters in all, not only on this page.'),
  result: published('The text `success`.'),
  success: published('`true`.'),
  meta: published('The page, and how many rows match in all.'),
  total: published('How many rows match the filters in all, not only on this page.'),
  limit: published('The page size that was used.'),
  offset: published('How many rows were skipped.'),
  balances: published('Wallet type → network key → currency → amounts.'),
  data: published('The withdrawal request.'),
  request_id: published('The withdrawal request that was deleted.'),
  deleted: published('`true`.'),
  uid: decided('Names the check: 41 lowercase hexadecimal characters.'),
};
