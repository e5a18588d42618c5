import type { ReadRow } from '#contract/read-answer.ts';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Fact, Facts } from '#dashboard/ui/facts.tsx';
import { Problems } from '#dashboard/ui/problems.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { networkLabel } from '#dashboard/lib/network-words.ts';
import { AmlResult } from '#dashboard/entities/aml/badge/aml-result.tsx';
import { wordsOfStatus, wordsOfType } from '#dashboard/entities/wallets/wallet-words.ts';
import { DepositWarning } from './deposit-warning.tsx';
import { QrCode } from './qr-code.tsx';
import { RefundList } from './refund-list.tsx';
import { WalletActions } from './wallet-actions.tsx';
import { WalletBalances } from './wallet-balances.tsx';
import classes from './wallet-drawer.module.css';

type Props = { address: string; row: ReadRow<Wallet> };

export function WalletDetails({ address, row: { value, problems } }: Props) {
  return (
    <div className={classes['details']}>
      <WalletActions address={address} wallet={value} />
      <Problems what="this wallet" problems={problems} />

      <DepositWarning subject="one" />
      <section aria-label="Address" className={classes['address']}>
        <QrCode address={address} />
        <div className={classes['addressWords']}>
          <h3 className={classes['heading']}>Address</h3>
          <Address value={address} full />
          <AmlResult value={address} network={value.network} offersCheck />
          <p className={classes['note']}>
            {value.network === undefined
              ? 'Its network is unreadable: send nothing to it.'
              : `Only for transfers on ${networkLabel(value.network)}.`}
          </p>
        </div>
      </section>

      <Facts>
        <Fact name="Network">{value.network === undefined ? 'unreadable' : networkLabel(value.network)}</Fact>
        <Fact name="Type" note={value.type === undefined ? '' : wordsOfType(value.type).meaning}>
          {value.type === undefined ? 'unreadable' : wordsOfType(value.type).label}
        </Fact>
        <Fact name="Status" note={value.status === undefined ? '' : wordsOfStatus(value.status).meaning}>
          <StatusBadge status={value.status} />
        </Fact>
      </Facts>

      <WalletBalances address={address} network={value.network} balances={value.balances} />

      <RefundList refunds={value.refund ?? []} />
    </div>
  );
}
