import { Title } from '@mantine/core';
import { useId } from 'react';
import type { AmlFindings } from '#domain/aml/read-report.ts';
import { readTimestamp } from '#domain/time.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Fact, Facts } from '#dashboard/ui/facts.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import classes from './report.module.css';

/** Whose the subject is and what it did, as the report says. Text is the provider's. */
export function ReportFacts({ findings }: { findings: AmlFindings }) {
  const id = useId();
  const { owner, transactions, balances, lastOperation, risk, directHits, pdfLink } = findings;
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <Title order={2} id={id}>
        About the subject
      </Title>
      <Facts>
        <Fact name="Owner">
          <span className={classes['said']}>{owner ?? 'not told'}</span>
        </Fact>
        {directHits.length > 0 && (
          <Fact name="Direct hits">
            <ul>
              {directHits.map((hit, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- never reordered
                <li key={index} className={classes['said']}>
                  {[hit.role, hit.entity, hit.category, hit.source].filter((part) => part !== '').join(' · ')}
                  {hit.address !== '' && (
                    <div>
                      <Address value={hit.address} />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          </Fact>
        )}
        <Fact name="Transactions">
          {transactions.total === null && transactions.inputs === null && transactions.outputs === null
            ? 'not told'
            : `${transactions.total ?? '?'} in all, ${transactions.inputs ?? '?'} in, ${transactions.outputs ?? '?'} out`}
        </Fact>
        <Fact name="Balances">
          {balances.length === 0
            ? 'not told'
            : balances.map(({ currency, amount }) => (
                <div key={currency} className={classes['said']}>
                  <Amount value={amount} currency={currency} />
                </div>
              ))}
        </Fact>
        <Fact name="Last operation">
          {lastOperation === null && 'none told'}
          {lastOperation !== null &&
            (readTimestamp(lastOperation) === undefined ? (
              <span className={classes['said']}>{lastOperation}</span>
            ) : (
              <CopyableTime value={lastOperation} />
            ))}
        </Fact>
        {(risk.score !== null || risk.level !== null) && (
          <Fact name="Risk" note="As the provider weighs it.">
            <span className={classes['said']}>{[risk.score, risk.level].filter(Boolean).join(' · ')}</span>
          </Fact>
        )}
        {pdfLink !== '' && (
          <Fact name="PDF link" note="As the provider gave it; the console fetches the PDF itself.">
            <span className={classes['said']}>{pdfLink}</span>
          </Fact>
        )}
      </Facts>
    </section>
  );
}
