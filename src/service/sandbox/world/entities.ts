import type { WalletNetwork } from '#domain/networks.ts';
import type { Category } from '../../aml/screening/categories.ts';

/** Says of a label that it is of the sandbox's world and of no real list. */
export const labelSource = 'sandbox';

/** How funds from an entity look in a screening. */
export type Standing = 'clean' | 'mixed' | 'risky' | 'dirty';

/** An owner of labeled addresses. None of them exists. */
export type Entity = {
  name: string;
  category: Category;
  standing: Standing;
  networks: readonly WalletNetwork[];
  /** How often it is met among those of its standing. */
  weight: number;
};

const everywhere = ['trx', 'eth', 'bnb', 'btc'] as const;

function entity(
  standing: Standing,
  category: Category,
  name: string,
  networks: readonly WalletNetwork[],
  weight: number,
): Entity {
  return { name, category, standing, networks, weight };
}

/** The part of the sandbox's world that has names. */
export const entities: readonly Entity[] = [
  entity('clean', 'exchange', 'Northbeam Exchange', everywhere, 10),
  entity('clean', 'exchange', 'Kairos Markets', ['trx', 'eth', 'btc'], 8),
  entity('clean', 'exchange', 'Bitfjord', ['eth', 'btc'], 6),
  entity('clean', 'exchange', 'Lagoon Exchange', ['trx', 'bnb'], 6),
  entity('clean', 'exchange', 'Meridian Pro', ['trx', 'eth', 'bnb'], 4),
  entity('clean', 'payment processor', 'Papaya Checkout', ['trx', 'eth'], 4),
  entity('clean', 'payment processor', 'Kiosk One Payments', ['trx', 'bnb', 'btc'], 3),
  entity('clean', 'wallet', 'Pocketkey Wallet', everywhere, 4),
  entity('clean', 'merchant', 'Saltwater Outfitters', ['trx', 'eth'], 1),
  entity('clean', 'mining', 'Polar Night Mining Pool', ['btc'], 5),
  entity('clean', 'mining', 'Evergreen Staking', ['eth', 'bnb', 'trx'], 2),
  entity('mixed', 'p2p exchange', 'Handshake P2P', ['trx', 'eth', 'btc'], 4),
  entity('mixed', 'otc', 'Harbour OTC', ['trx', 'eth', 'btc'], 4),
  entity('mixed', 'otc', 'Golden Crane OTC', ['trx', 'bnb'], 3),
  entity('mixed', 'defi', 'Tidepool Swap', ['eth', 'bnb'], 4),
  entity('mixed', 'bridge', 'Skerry Bridge', ['eth', 'bnb', 'trx'], 2),
  entity('mixed', 'atm', 'Corner Coin Machines', ['btc'], 2),
  entity('mixed', 'gambling', 'Lucky Heron Casino', ['trx', 'eth', 'bnb'], 4),
  entity('mixed', 'gambling', 'Redline Bets', ['trx', 'btc'], 3),
  entity('risky', 'high risk exchange', 'Coinbazaar 24', ['trx', 'btc'], 4),
  entity('risky', 'mixer', 'Fogbank Mixer', ['eth', 'btc'], 4),
  entity('risky', 'mixer', 'Carousel Mixer', ['trx', 'bnb'], 4),
  entity('risky', 'scam', 'Golden Yield Club', everywhere, 3),
  entity('dirty', 'darknet market', 'Obsidian Bazaar', ['trx', 'btc'], 2),
  entity('dirty', 'stolen funds', 'Corvid Bridge exploit', ['eth', 'bnb'], 3),
  entity('dirty', 'stolen funds', 'Lumenpay hot wallet theft', ['trx', 'btc'], 3),
  entity('dirty', 'ransomware', 'Grey Moth ransomware', ['btc', 'eth'], 2),
  entity('dirty', 'sanctions', 'Karsk Exchange', everywhere, 4),
];
