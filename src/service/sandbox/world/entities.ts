import type { Category } from '../../aml/screening/categories.ts';

/** Says of a label that it is of the sandbox's world and of no real list. */
export const labelSource = 'sandbox';

/** How funds from an entity look in a screening. */
export type Standing = 'clean' | 'mixed' | 'risky' | 'dirty';

/** An owner of labeled addresses. None of them exists. The files of networks say who is where. */
export type Entity = {
  name: string;
  category: Category;
  standing: Standing;
  /** How often it is met among those of its standing. */
  weight: number;
};

function entity(standing: Standing, category: Category, name: string, weight: number): Entity {
  return { name, category, standing, weight };
}

/** The part of the sandbox's world that has names. */
export const entities: readonly Entity[] = [
  entity('clean', 'exchange', 'Northbeam Exchange', 10),
  entity('clean', 'exchange', 'Kairos Markets', 8),
  entity('clean', 'exchange', 'Bitfjord', 6),
  entity('clean', 'exchange', 'Lagoon Exchange', 6),
  entity('clean', 'exchange', 'Meridian Pro', 4),
  entity('clean', 'payment processor', 'Papaya Checkout', 4),
  entity('clean', 'payment processor', 'Kiosk One Payments', 3),
  entity('clean', 'wallet', 'Pocketkey Wallet', 4),
  entity('clean', 'merchant', 'Saltwater Outfitters', 1),
  entity('clean', 'mining', 'Polar Night Mining Pool', 5),
  entity('clean', 'mining', 'Evergreen Staking', 2),
  entity('mixed', 'p2p exchange', 'Handshake P2P', 4),
  entity('mixed', 'otc', 'Harbour OTC', 4),
  entity('mixed', 'otc', 'Golden Crane OTC', 3),
  entity('mixed', 'defi', 'Tidepool Swap', 4),
  entity('mixed', 'bridge', 'Skerry Bridge', 2),
  entity('mixed', 'atm', 'Corner Coin Machines', 2),
  entity('mixed', 'gambling', 'Lucky Heron Casino', 4),
  entity('mixed', 'gambling', 'Redline Bets', 3),
  entity('risky', 'high risk exchange', 'Coinbazaar 24', 4),
  entity('risky', 'mixer', 'Fogbank Mixer', 4),
  entity('risky', 'mixer', 'Carousel Mixer', 4),
  entity('risky', 'scam', 'Golden Yield Club', 3),
  entity('dirty', 'darknet market', 'Obsidian Bazaar', 2),
  entity('dirty', 'stolen funds', 'Corvid Bridge exploit', 3),
  entity('dirty', 'stolen funds', 'Lumenpay hot wallet theft', 3),
  entity('dirty', 'ransomware', 'Grey Moth ransomware', 2),
  entity('dirty', 'sanctions', 'Karsk Exchange', 4),
];
