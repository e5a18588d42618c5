import { useId } from 'react';
import type { AmlBand } from '#contract/gateway/aml-bands.ts';
import { isNegative, isZero } from '#domain/decimal.ts';
import type { Exposure, FundShare } from '#domain/aml/read-report.ts';
import table from '../aml-table.module.css';
import { amlWords } from '../aml-words.ts';
import { ShareBar } from './share-bar.tsx';
import classes from './report.module.css';

type Props = {
  title: string;
  exposure: Exposure;
  /** Null: the account's rules do not know it. Without it nothing is said of severities. */
  severityOf?: (name: string) => AmlBand | null;
};

/** More rows than anybody reads; the raw report has all. */
const mostRows = 300;

/** Where the funds come from: each share as a bar and as its number, and what is left to 100. */
export function ExposureTable({ title, exposure, severityOf }: Props) {
  const id = useId();
  const { shares, remainder } = exposure;
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <h2 id={id} className={classes['heading']}>
        {title}
      </h2>
      {shares.length === 0 ? (
        <p className={classes['dimmed']}>The report says nothing of it in a form that can be read.</p>
      ) : (
        <table className={`${table['table']} ${classes['table']}`} aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              {severityOf && (
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
            {shares.slice(0, mostRows).map((share) => (
              <Share key={share.name} {...share} severity={severityOf?.(share.name)} />
            ))}
            {remainder !== null && !isZero(remainder) && (
              <tr className={classes['remainder']}>
                <th scope="row">{isNegative(remainder) ? 'Beyond 100' : 'Remainder to 100'}</th>
                {severityOf && <td>—</td>}
                <td data-align="end">{isNegative(remainder) ? remainder.slice(1) : remainder}%</td>
                <td>
                  {isNegative(remainder) ? (
                    'The shares add up to more than 100.'
                  ) : (
                    <ShareBar share={remainder} isRemainder />
                  )}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      )}
      {shares.length > mostRows && (
        <p className={classes['dimmed']}>And {shares.length - mostRows} more in the raw JSON.</p>
      )}
    </section>
  );
}

function Share({ name, share, severity }: FundShare & { severity: AmlBand | null | undefined }) {
  return (
    <tr>
      <th scope="row" className={classes['said']}>
        {name}
      </th>
      {severity !== undefined && <td>{severity === null ? 'Unknown' : amlWords[severity]}</td>}
      <td data-align="end">{share === null ? 'not told' : `${share}%`}</td>
      <td>{share !== null && <ShareBar share={share} severity={severity} />}</td>
    </tr>
  );
}
