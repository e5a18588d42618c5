// npm run fees: shows and changes what withdrawals cost and the smallest amounts.
import { inTransaction } from '#database/transaction.ts';
import { runOnDatabase } from '../command.ts';
import { type FeesCommand, parseFeesArguments } from './fees-arguments.ts';
import { listFeeRules, resetFeeRule, setFeeRule } from './withdrawal-fees.ts';

let command: FeesCommand;

await runOnDatabase(
  () => {
    command = parseFeesArguments(process.argv.slice(2));
    return { mayCreate: false };
  },
  async ({ db }) => {
    if (command.action === 'list') {
      console.log('network  currency  fee             minimum');
      for (const { network, currency, fee, minimum, isChanged } of await listFeeRules(db)) {
        const line = `${network.padEnd(9)}${currency.padEnd(10)}${fee.padEnd(16)}${minimum}`;
        console.log(isChanged ? `${line}  (changed)` : line);
      }
      return 0;
    }
    const { network, currency } = command;
    if (command.action === 'set') {
      const { rule } = command;
      await inTransaction(db, async (tx) => await setFeeRule(tx, network, currency, rule));
      console.log(
        `${currency} on ${network}: fee ${rule.fee}, minimum ${rule.minimum}, for requests from now on.`,
      );
      return 0;
    }
    const wasChanged = await inTransaction(db, async (tx) => await resetFeeRule(tx, network, currency));
    console.log(
      wasChanged
        ? `${currency} on ${network} has its default fee and minimum again.`
        : `${currency} on ${network} has its default fee and minimum already.`,
    );
    return 0;
  },
);
