/**
 * A network is one file of this folder, its entries in `networks.ts`, and a migration. The file is data. Whatever
 * needs code (how addresses and transaction IDs are checked, how a public key becomes an address) belongs to a scheme that
 * the file names, because several networks have the same one: their files differ in facts only. So the browser, which
 * loads the `facts` of all networks on every page, loads a scheme's code only where it checks an address and never its
 * derivation. It loads nothing of `server`.
 */
export type NetworkFacts = {
  readonly code: string;
  /** The common name. */
  readonly name: string;
  /** Other names that users and spreadsheets have for it, in lower case. */
  readonly aliases: readonly string[];
  /** The token standard, published as `network_name`. */
  readonly standard: string;
  readonly scheme: Scheme;
  /** The currency that pays the network's fees. */
  readonly nativeCurrency: string;
  /** What can be held on the network, in the order to show, with the decimal places of its smallest unit there. */
  readonly decimals: Readonly<Record<string, number>>;
  /** Where wallets' addresses come from: the account's BIP-32 path. Without it, funds are only withdrawn to the network. */
  readonly accountPath?: string;
  /** The network's place in the published list of those that AML reports cover, from 1. Without it, none cover it. */
  readonly amlPlace?: number;
  /** What an address looks like; never a whole address, which a user might send funds to. */
  readonly addressFormat: string;
  /**
   * After so many minutes in progress a transaction is late, by its direction. Several times what the network takes until
   * a payment is final (`server.finality`), so that only what deserves a look is late.
   */
  readonly lateAfterMinutes: { readonly in: number; readonly out: number };
  /** Those that all networks of its scheme have are in `unpayable-addresses.ts`. */
  readonly unpayable: UnpayableAddresses;
};

/**
 * Addresses at which no one can spend what arrives, in canonical spelling, with what each is and its source. Users paste
 * them all the same: a token's contract instead of a wallet, an address that a program fills in.
 */
export type UnpayableAddresses = Readonly<
  Partial<Record<'token' | 'burn' | 'system', Readonly<Record<string, string>>>>
>;

/** How addresses, transaction IDs and keys of a network are written. */
export type Scheme = 'tron' | 'evm' | 'bitcoin' | 'solana';

/** What only the server needs to know of a network. */
export type ServerFacts = {
  /** How long a payment usually takes until it is final, and how that is known. */
  readonly finality: string;
  /** Where the console's links lead until the account changes them. */
  readonly explorer: {
    /** A link with `{address}` in it. */
    readonly address: string;
    /** A link with `{hash}` in it. */
    readonly transaction: string;
  };
  /** What withdrawals cost and their smallest amount, by currency and in that currency, until `npm run fees` changes it. */
  readonly fees: Readonly<Record<string, readonly [fee: string, minimum: string]>>;
  /** Of the native currency. */
  readonly currency: CurrencyFacts;
};

/** What only the server needs to know of a network that wallets live on. */
export type WalletServerFacts = ServerFacts & { readonly sandbox: SandboxFacts };

export type CurrencyFacts = {
  /**
   * What AML screening takes one unit to be worth in US dollars. A round figure that never follows a market: see
   * `aml/screening/method.ts`.
   */
  readonly referencePrice: string;
  readonly sandbox: {
    /** What one unit is worth in the sandbox, in US dollars; 1: it is a stablecoin. */
    readonly dollars: number;
    /** How far that moves in a day, as a share of it. */
    readonly swing: number;
    /** How often it is exchanged for, relative to the others. */
    readonly exchanges: number;
  };
};

/** The network's part of the sandbox. */
type SandboxFacts = {
  /** Outsiders who pay wallets and are paid by them. */
  readonly customers: number;
  /** Addresses of each kind that funds of outsiders pass through. */
  readonly relays: number;
  /** Owners of labeled addresses there, by their names in `sandbox/world/entities.ts`. Every standing has one, at least. */
  readonly entities: readonly string[];
  /**
   * The wallets by type, one a line: name, size (see `sandbox-wallets.ts`), and the status if it is not active. `{year}` is
   * the year that the sandbox starts in.
   */
  readonly wallets: { readonly user: string; readonly accounting: string };
};
