import { expect, it } from 'vitest';
import { defaultAmlRules } from './gateway/aml/default-rules.ts';
import { categories, residuals } from './service/aml/screening/categories.ts';
import { limits, severeFloors } from './service/aml/screening/method.ts';
import { riskLevelOf } from './service/aml/screening/score.ts';
import { decimal } from '#domain/decimal.ts';
import { bandOfScore } from '#domain/aml/bands.ts';

it('the rules of an account that has changed nothing know every category of the embedded service, by its severity', () => {
  const known = [
    ...Object.entries(categories).map(([name, { severity }]) => [name, severity]),
    // If the trail ends, the service weighs it little, and the console says that it is unknown.
    ...Object.keys(residuals).map((name) => [name, 'unknown']),
  ];
  expect(defaultAmlRules.severities).toEqual(Object.fromEntries(known));
});

it('their minimum shares are those from which the embedded service follows a payment and raises the score', () => {
  const followed = percent(limits.smallShare);
  const raised = percent(Math.min(...severeFloors.map(({ share }) => share)));
  const raising = Object.entries(defaultAmlRules.severities).filter(
    ([, severity]) => severity !== 'low' && severity !== 'unknown',
  );
  expect(defaultAmlRules.minimum_shares).toEqual(
    Object.fromEntries(
      raising.map(([name]) => [
        name,
        name === 'sanctions' ? { direct: '0', indirect: followed } : { direct: followed, indirect: raised },
      ]),
    ),
  );
});

const percent = (hundredths: number) => String(hundredths / 100);

it.each(['0', '24.99', '25', '49.99', '50', '74.99', '75', '100'])(
  'they call a score of %s what the embedded service calls it',
  (score) => {
    const { text } = riskLevelOf(decimal(score));
    expect(text.toLowerCase()).toContain(bandOfScore(decimal(score), defaultAmlRules));
  },
);
