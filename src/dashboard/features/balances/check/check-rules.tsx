import { Box } from '@mantine/core';
import classes from './check.module.css';

/** What is compared with what, and what can't be. */
export function CheckRules({ hasLedger }: { hasLedger: boolean | undefined }) {
  return (
    <Box
      component="section"
      maw={860}
      pt="sm"
      c="dimmed"
      fz="sm"
      aria-labelledby="check-rules"
      className={classes['rules']}
    >
      <h2 id="check-rules">How balances are checked</h2>
      <ul>
        <li>
          <strong>Proved:</strong> the balance equals the sum of its wallets
          {hasLedger === false ? '' : ' and its pool'}, to the last digit.
          {hasLedger === true &&
            ' The pool is added up from every ledger entry, and the ledger must also agree with the balance.'}
        </li>
        {hasLedger !== true && (
          <>
            <li>
              <strong>Upper bound only:</strong> the balance includes a pool that the wallet service doesn’t
              publish. The wallets hold no more than the balance, which doesn’t prove the balance.
            </li>
            <li>
              <strong>Not checked:</strong> nothing is published to compare the balance with. This is true of
              the shared pool of Tron and Ethereum and of unknown wallet types.
            </li>
          </>
        )}
      </ul>
      <p>
        Balances are read before and after the wallets. A balance that changes in between is reported as
        changed, not as a difference.
      </p>
    </Box>
  );
}
