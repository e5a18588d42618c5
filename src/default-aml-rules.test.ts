import { expect, it } from 'vitest';
import { defaultAmlRules } from './gateway/aml/default-rules.ts';
import { categories, residuals } from './service/aml/screening/categories.ts';
import { riskLevelOf } from './service/aml/screening/score.ts';
import { decimal } from '#domain/decimal.ts';
import { bandOfScore } from '#domain/aml/bands.ts';

it('the rules of an account that has changed nothing know every category of the embedded service, by its severity', () => {
  const known = Object.entries({ ...categories, ...residuals }).map(([name, { severity }]) => [
    name,
    severity,
  ]);
  expect(defaultAmlRules.severities).toEqual(Object.fromEntries(known));
});

it.each(['0', '24.99', '25', '49.99', '50', '74.99', '75', '100'])(
  'they call a score of %s what the embedded service calls it',
  (score) => {
    const { text } = riskLevelOf(decimal(score));
    expect(text.toLowerCase()).toContain(bandOfScore(decimal(score), defaultAmlRules));
  },
);
