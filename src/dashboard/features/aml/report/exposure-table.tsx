import { Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { type Decimal, isNegative, isZero } from '#domain/decimal.ts';
import type { Exposure, FundShare } from '#domain/aml/read-report.ts';
import table from '#dashboard/ui/table.module.css';
import { amlLabels } from '#dashboard/entities/aml/aml-badge.tsx';
import { isPresent, shareLabel } from './finding-message.ts';
import classes from './report.module.css';
import type { AmlBand } from '#contract/gateway/aml-bands.ts';

type Props = {
  title: string;
  exposure: Exposure;
  /** The categories as the account's rules weigh them, shown instead of the shares: the decisive one first. */
  weighed?: readonly Category[];
};

type Category = AmlCheck['categories'][number];

/** More rows than anyone reads; the raw report has all. */
const mostRows = 300;

/** Where the funds come from: each share as a bar and as its number, and the rest up to 100. */
export function ExposureTable({ title, exposure, weighed }: Props) {
  const id = useId();
  const { remainder } = exposure;
  const count = (weighed ?? exposure.shares).length;
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {count === 0 ? (
        <Text c="dimmed" fw={400} inherit>
          The report has no readable data on this.
        </Text>
      ) : (
        <table className={`${table['table']} ${classes['table']}`} aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              {weighed && (
                <th scope="col" className={classes['severity']}>
                  Severity
                </th>
              )}
              <th scope="col" data-align="end">
                Share
              </th>
              <th scope="col" className={classes['bars']}>
                <span className="unseen">Bar</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {weighed
              ? weighed
                  .slice(0, mostRows)
                  .map((category) => <CategoryRow key={category.name} category={category} />)
              : exposure.shares.slice(0, mostRows).map((share) => <SourceRow key={share.name} {...share} />)}
            {remainder !== null && !isZero(remainder) && (
              <tr className={classes['remainder']}>
                <th scope="row">{isNegative(remainder) ? 'Above 100%' : 'Remainder'}</th>
                {weighed && <td>—</td>}
                <td data-align="end">{isNegative(remainder) ? remainder.slice(1) : remainder}%</td>
                <td>
                  {isNegative(remainder) ? (
                    'The shares add up to more than 100%.'
                  ) : (
                    <ShareBar share={remainder} isRemainder />
                  )}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      )}
      {count > mostRows && (
        <Text c="dimmed" fw={400} inherit>
          {count - mostRows} more in the raw JSON
        </Text>
      )}
    </section>
  );
}

function SourceRow({ name, share }: FundShare) {
  return (
    <tr>
      <th scope="row" className={classes['said']}>
        {name}
      </th>
      <td data-align="end">{share === null ? 'not reported' : `${share}%`}</td>
      <td>{share !== null && <ShareBar share={share} />}</td>
    </tr>
  );
}

function CategoryRow({ category }: { category: Category }) {
  const { name, share, direct_share: direct, is_direct_hit: isDirectHit, severity, counts } = category;
  const note = isDirectHit ? 'direct hit' : direct !== null && !isZero(direct) ? `${direct}% direct` : null;
  const isBelow = !counts && share !== null && isPresent(category);
  return (
    <tr>
      <th scope="row" className={classes['said']}>
        {name}{' '}
        {note !== null && (
          <Text span c="dimmed" fw={400} inherit>
            {note}
          </Text>
        )}
      </th>
      <td>
        {severity === null ? 'Unknown' : amlLabels[severity]}
        {isBelow && (
          <Text span display="block" c="dimmed" inherit>
            Below minimum
          </Text>
        )}
      </td>
      <td data-align="end">{shareLabel(category) ?? (isDirectHit ? '—' : 'not reported')}</td>
      <td>{share !== null && <ShareBar share={share} severity={severity} />}</td>
    </tr>
  );
}

type ShareBarProps = { share: Decimal; severity?: AmlBand | null | undefined; isRemainder?: boolean };

/** A percentage as a bar. The number is next to it, so assistive technology can ignore the bar. */
function ShareBar({ share, severity, isRemainder = false }: ShareBarProps) {
  // A length on the screen, not an amount.
  const width = Math.min(100, Number(share));
  return (
    <svg className={classes['bar']} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
      <rect className={classes['track']} width="100" height="8" />
      <rect
        className={classes['fill']}
        data-severity={isRemainder ? 'remainder' : severity}
        width={Math.max(width, width > 0 ? 0.5 : 0)}
        height="8"
      />
    </svg>
  );
}
