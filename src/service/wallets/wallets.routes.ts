import * as changes from '#contract/wallet-service/wallet-changes.ts';
import { listWallets as list, walletLimit } from '#contract/wallet-service/wallets.ts';
import { networks } from '#domain/networks.ts';
import { publicBase } from '#http/public-base.ts';
import { serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { ServiceHost } from '../service-host.ts';
import { createWallet } from './create-wallet.ts';
import { deleteWallet } from './delete-wallet.ts';
import { qrUrl, registerWalletQr } from './wallet-qr.ts';
import { listWallets, renameWallet, setWalletStatus } from './wallets.store.ts';

const success = { result: 'success' } as const;

export function registerWallets(host: ServiceHost): void {
  const { db, publicUrl } = host;

  serve(host, list, async ({ query, caller: { accountId }, request }) => {
    try {
      return { user_id: accountId, ...(await listWallets(db, accountId, query)) };
    } catch (error) {
      // Published so: a list that fails is not found, whatever the cause. The cause is for our log.
      request.log.error({ err: error }, 'the wallet list failed');
      throw new ServiceError(404, 'Getting the wallets failed');
    }
  });

  serve(host, changes.createWallet, async ({ body, caller: { accountId }, request }) => {
    const base = publicBase(publicUrl, request);
    const { name, network } = body;
    const address = await createWallet(db, accountId, body);
    if (address === undefined) {
      throw new ServiceError(
        404,
        `The limit of ${walletLimit} wallets on the network ${network} has been reached. Delete a wallet you no longer need`,
      );
    }
    return {
      user_id: accountId,
      qr: await qrUrl(db, base, { network, address }),
      address,
      network_name: networks[network].standard,
      network: network.toUpperCase(),
      name,
    };
  });

  serve(host, changes.renameWallet, async ({ body, caller }) => {
    if (!(await renameWallet(db, caller.accountId, body))) throw unknownWallet();
    return success;
  });

  serve(host, changes.setWalletStatus, async ({ body, caller }) => {
    if (!(await setWalletStatus(db, caller.accountId, body))) throw unknownWallet();
    return success;
  });

  serve(host, changes.deleteWallet, async ({ body: { address }, caller }) => {
    const deletion = await deleteWallet(db, caller.accountId, address);
    if (deletion.outcome === 'unknown') throw unknownWallet();
    if (deletion.outcome === 'refused') {
      throw new ServiceError(400, `The wallet can’t be deleted: ${deletion.reason}`, {
        data: { address: deletion.reason },
      });
    }
    return success;
  });

  registerWalletQr(host.app, db);
}

function unknownWallet(): ServiceError {
  return new ServiceError(404, 'Wallet not found');
}
