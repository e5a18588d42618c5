import { Box } from '@mantine/core';
import { typeWords } from '#dashboard/entities/wallets/wallet-words.ts';
import type { Overview } from './balance-groups.ts';
import classes from './meanings.module.css';

type Props = Pick<Overview, 'roundedSums'> & { hasPool: boolean };

/** What each word on the page stands for, and how each number came about. */
export function Meanings({ roundedSums, hasPool }: Props) {
  return (
    <Box component="section" pt="sm" fz="sm" aria-labelledby="meanings" className={classes['meanings']}>
      <h2 id="meanings">What the numbers mean</h2>
      <dl>
        <Meaning word="Available" field="available">
          What can be spent. The total of a currency is the exact sum of its available amounts and of nothing
          else. Different currencies are never added up.
        </Meaning>
        {hasPool && (
          <>
            <Meaning word="In transit" field="transit">
              Received, and still being verified or moved to the pool. Not part of what is available.
              Published only for the shared pool; elsewhere the cell is empty.
            </Meaning>
            <Meaning word="On deposit addresses" field="blockchain">
              What stands on chain on the addresses of the accounting wallets. Published, too, for the shared
              pool alone, and not added to anything: how far it overlaps with what is in transit is not
              published.
            </Meaning>
            <Meaning word="Tron and Ethereum, one pool" field="trx_eth">
              Accounting wallets on Tron and on Ethereum share one balance. It cannot be told which part is on
              which network.
            </Meaning>
          </>
        )}
        <Meaning word="On hold">
          Set aside for withdrawals that are new or processing, and for AML checks whose report isn’t there
          yet. Not part of what is available.
        </Meaning>
        <Meaning word={typeWords.user.label} field="user">
          {typeWords.user.meaning}
        </Meaning>
        <Meaning word={typeWords.accounting.label} field="accounting">
          {typeWords.accounting.meaning}
        </Meaning>
        <Meaning word="Share">
          Of all that the account has available of the currency. Each share is rounded by itself to 0.01%,
          half to even.
          {roundedSums.length > 0 && (
            <>
              {' '}
              So those of{' '}
              {roundedSums.map(({ currency, sum }) => `${currency} add up to ${sum}`).join(', of ')}.
            </>
          )}
        </Meaning>
      </dl>
    </Box>
  );
}

type MeaningProps = { word: string; field?: string; children: React.ReactNode };

function Meaning({ word, field, children }: MeaningProps) {
  return (
    <div>
      <dt>
        {word}
        {field !== undefined && <code>{field}</code>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
