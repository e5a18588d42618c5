import { openSets } from '#contract/fields.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';

/** What the page's address may say: providers know types and networks that we do not, and those stay filterable. */
export const walletListQuery = openSets(listWallets.query);
