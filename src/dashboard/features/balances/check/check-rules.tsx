import classes from './check.module.css';

/** What is compared with what, and what cannot be. */
export function CheckRules() {
  return (
    <section aria-labelledby="check-rules" className={classes['rules']}>
      <h2 id="check-rules">What is compared</h2>
      <ul>
        <li>
          <strong>User wallets:</strong> what is available must equal the sum of the wallets, to the last
          digit.
        </li>
        <li>
          <strong>Accounting wallets, the shared pool of Tron and Ethereum:</strong> what stands on deposit
          addresses must equal the sum of the wallets on both networks. What is available there is the pool
          alone, which no wallet shows, and is not checked.
        </li>
        <li>
          <strong>Accounting wallets otherwise:</strong> what is available is the pool and the wallets
          together, and the pool is not published alone. So only this is checked: the wallets hold no more
          than that. The difference is then what the pool holds.
        </li>
        <li>
          <strong>Wallet types that are not known here:</strong> nothing is published that could be checked.
        </li>
      </ul>
      <p>
        The balances are read before and after the wallets, so that what moved meanwhile is not taken for a
        difference.
      </p>
    </section>
  );
}
