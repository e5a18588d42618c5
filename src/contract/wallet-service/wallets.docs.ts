import { networks, walletNetworks, walletStatuses, walletTypes } from '#domain/networks.ts';
import { exampleAddresses, exampleIds, page, sortDirection, userId } from './common.docs.ts';
import { allowedText, decided, describeOperation, describeSchema, oneOfText, published } from './describe.ts';
import { defaultBalanceCurrency, listWallets, refund, wallet, walletLimit } from './wallets.ts';
import {
  createdWallet,
  createWallet,
  deleteWallet,
  renameWallet,
  setWalletStatus,
} from './wallet-changes.ts';

const { tron, ethereum } = exampleAddresses;
const success = { success: { summary: 'Done', data: { result: 'success' } } };
const addressField = published('The address of one of the account’s wallets.', { examples: [tron] });

const listed = {
  user_id: exampleIds.account,
  count: 2,
  wallets: [
    {
      address: tron,
      name: 'Trading desk',
      type: 'user',
      network: 'trx',
      status: 'active',
      balances: { USDT: { available: 12400.25 }, USDC: { available: 0 }, TRX: { available: 311.000001 } },
      refund: [
        {
          refund_transaction_id: 4711,
          amount: 12.5,
          deposit_transaction_id: exampleIds.transaction,
          refund_wallet: exampleAddresses.otherTron,
          currency: 'USDT',
        },
      ],
    },
    {
      address: ethereum,
      name: 'Deposits',
      type: 'accounting',
      network: 'eth',
      status: 'active',
      balances: { USDT: { available: 0 }, USDC: { available: 0 }, ETH: { available: 0.25 } },
    },
  ],
};

describeSchema('Wallet', wallet, {
  text: 'A wallet with its balances.',
  fields: {
    address: published('Identifies the wallet wherever one is named.'),
    name: published('The wallet’s name.'),
    type: published(
      '`user`: funds stay on the wallet’s own address. `accounting`: deposits are verified, then moved to the exchange pool.',
    ),
    network: published(`Network code in lower case: ${oneOfText(walletNetworks)}.`),
    status: decided(`${oneOfText(walletStatuses)}.`),
    balances: published('Currency → amounts: every currency of the wallet’s network, zero included.'),
    refund: published('Only on wallets that have refunds.'),
  },
});

describeSchema('WalletBalance', wallet.shape.balances.def.valueType, {
  text: 'What a wallet has in one currency.',
  fields: { available: published('What can be spent, with all digits.') },
});

describeSchema('Refund', refund, {
  text: 'A deposit that was sent back.',
  fields: {
    refund_transaction_id: published('The number of the refund.'),
    amount: published('The amount that was sent back, with all digits.'),
    deposit_transaction_id: published('The deposit that it belongs to.'),
    refund_wallet: published('The address that it went to.'),
    currency: published('Currency code.'),
  },
});

describeSchema('CreatedWallet', createdWallet, {
  text: 'A new wallet.',
  fields: {
    user_id: userId,
    qr: published('URL of an image of the address as a QR code.'),
    address: published('The new address.'),
    network_name: decided(
      `Token standard of the network: ${oneOfText(walletNetworks.map((code) => networks[code].standard))}.`,
    ),
    network: published('Network code in upper case, unlike everywhere else.'),
    name: published('The wallet’s name.'),
  },
});

describeOperation(listWallets, {
  text: 'The account’s wallets, each with the balances that its ledger entries add up to.',
  isDecided: false,
  decisions: [
    'The names of all parameters; the page size of 1 to 300, by default 100; the default order, newest first.',
    'Searching, sorting, and the filters by status and currency.',
    'An account without wallets gets an empty list, not a failure.',
  ],
  fields: {
    search: decided('Only wallets with this text in their name or address, whatever its case.'),
    address: decided('Only the wallet with exactly this address.'),
    type: decided('Only wallets of this type.'),
    network: decided('Only wallets of this network.'),
    status: decided('Only wallets of this status.'),
    currency: decided('Only wallets with a balance in this currency.'),
    sort_by: decided(
      `What to sort by. \`balance\` compares the balances in \`currency\`, or in ${defaultBalanceCurrency} without it.`,
    ),
    sort_direction: sortDirection,
    limit: decided(page.limit.text),
    offset: decided(page.offset.text),
  },
  requests: {
    first: { summary: 'The newest wallets', query: { limit: 50, offset: 0 } },
    tron: { summary: 'The Tron wallets', query: { network: 'trx' } },
    largest: {
      summary: 'The wallets with the most ETH',
      query: { currency: 'ETH', sort_by: 'balance', sort_direction: 'desc' },
    },
  },
  answers: { wallets: { summary: 'Two wallets', data: listed } },
  invalid: { limit: 'must be a whole number from 1 to 300: maximum 300, default 100' },
  failures: { 'The wallet list cannot be produced': { message: 'Getting the wallets failed' } },
});

describeOperation(createWallet, {
  text: `Creates a wallet and returns its address. An account has at most ${walletLimit} wallets on a network; deleting one that is no longer needed frees room.`,
  isDecided: false,
  decisions: [
    'All three fields are required; `name` has 1 to 64 characters after trimming.',
    'At the limit: 404 `not_found`, with the limit in the message.',
  ],
  fields: {
    name: published('The wallet’s name.'),
    network: published('Network code.'),
    type: published(`${oneOfText(walletTypes)}.`),
  },
  requests: {
    wallet: { summary: 'A wallet on Tron', body: { name: 'Trading desk', network: 'trx', type: 'user' } },
  },
  answers: {
    wallet: {
      summary: 'The wallet',
      data: {
        user_id: listed.user_id,
        qr: `https://wallets.example/qr/trx/${tron}/Qm7xT2vYk9LrB4nWc1sZda.png`,
        address: tron,
        network_name: 'TRC20',
        network: 'TRX',
        name: 'Trading desk',
      },
    },
  },
  invalid: { name: 'required field', network: allowedText(walletNetworks) },
  failures: {
    [`The network's limit of ${walletLimit} wallets is reached`]: {
      message: `The limit of ${walletLimit} wallets on the network trx has been reached. Delete a wallet you no longer need`,
    },
  },
});

describeOperation(renameWallet, {
  text: 'Renames a wallet.',
  isDecided: false,
  decisions: ['Both fields are required. An unknown address: 404 `not_found`.'],
  fields: { address: addressField, name: published('The new name.') },
  requests: { rename: { summary: 'A new name', body: { address: tron, name: 'Treasury' } } },
  answers: success,
  invalid: { name: 'Enter a name (up to 64 characters).' },
});

describeOperation(setWalletStatus, {
  text: 'Sets the status of a wallet. Funds of a `blocked` wallet cannot be withdrawn.',
  isDecided: false,
  decisions: [
    'The values `inactive` and `blocked` beside the published `active`. Both fields are required.',
    'An unknown address: 404 `not_found`.',
  ],
  fields: { address: addressField, status: published('The new status.') },
  requests: { block: { summary: 'Block a wallet', body: { address: tron, status: 'blocked' } } },
  answers: success,
  invalid: { status: allowedText(walletStatuses) },
});

describeOperation(deleteWallet, {
  text: 'Deletes an empty wallet. It must not receive funds any more: what is sent to a deleted wallet is out of reach until support restores it.',
  isDecided: false,
  decisions: [
    'A wallet can’t be deleted while it holds funds, has a pending withdrawal, or is about to receive funds (an open withdrawal that pays to it, or a deposit in progress): 400 `request`, and `data.address` says why.',
    'An unknown address: 404 `not_found`.',
  ],
  fields: { address: addressField },
  requests: { delete: { summary: 'Delete a wallet', body: { address: tron } } },
  answers: success,
  invalid: { address: 'required field' },
  failures: {
    'The wallet still holds funds, has a pending withdrawal or is about to receive funds; data.address says which':
      {
        message: 'The wallet can’t be deleted: it still holds 12.5 USDT',
        data: { address: 'it still holds 12.5 USDT' },
      },
  },
});
