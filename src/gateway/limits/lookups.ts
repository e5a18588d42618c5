import type { Kysely } from 'kysely';
import { parseResponse } from '#contract/parse-response.ts';
import { getWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import type { Tables } from '#database/tables.ts';
import { ServiceError } from '#http/service-error.ts';
import { findEntry } from '../address-book/address-book.store.ts';
import { findChecks } from '../aml/screening-checks.store.ts';
import { findWatchNetwork } from '../aml/watches/watches.store.ts';
import { findWallets, type FindWalletsDeps } from '../find-wallets.ts';
import { findOutcomeById } from '../outcomes/outcomes.store.ts';
import { findNotes, parseTags } from '../wallet-notes/wallet-notes.store.ts';

type Paying = { network: string; sender?: string | null | undefined; sender_wallet: string | null };

/** What of a request's subject its body doesn't say, in the account and with the key of the session. */
export type Lookups = {
  /** Throws a 404 where the account is known to have no such wallet. */
  findWallets: (address: string) => ReturnType<typeof findWallets>;
  tagsOf: (address: string) => Promise<string[]>;
  /** Undefined where the wallet service doesn't say. Throws a 404 where it says that there is none. */
  findWithdrawal: (id: string) => Promise<Paying | undefined>;
  /** The others: undefined, or left out, where there is none. */
  findOutcome: (id: string) => Promise<Paying | undefined>;
  findChecks: (
    ids: readonly string[],
  ) => Promise<readonly { network: string; payer_address: string | null }[]>;
  findWatchNetwork: (id: string) => Promise<string | undefined>;
  findEntryNetwork: (id: string) => Promise<string | undefined>;
};

type LookupDeps = FindWalletsDeps & { db: Kysely<Tables>; fingerprint: (apiKey: string) => string };

export function lookupsFor(
  { db, ask, capabilities, fingerprint }: LookupDeps,
  { accountId, apiKey }: { accountId: string; apiKey: string },
): Lookups {
  return {
    findWallets: async (address) => {
      const result = await findWallets({ ask, capabilities }, apiKey, address);
      if (result.found.length === 0 && result.isWhole) throw new ServiceError(404, 'Wallet not found');
      return result;
    },
    tagsOf: async (address) => parseTags((await findNotes(db, accountId, address))?.tags),
    findWithdrawal: async (id) => {
      const query = { request_id: id };
      const { status, body } = await ask(getWithdrawalRequest, query, apiKey);
      const answer = parseResponse(getWithdrawalRequest, status, body, { query });
      if (!answer.ok && answer.kind === 'failure' && status === 404) {
        throw new ServiceError(404, 'Withdrawal not found. It may have been deleted');
      }
      return answer.ok && answer.data.data.request_id === id ? answer.data.data : undefined;
    },
    findOutcome: async (id) => findOutcomeById(db, { accountId, fingerprint: fingerprint(apiKey) }, id),
    findChecks: async (ids) => findChecks(db, accountId, ids),
    findWatchNetwork: async (id) => findWatchNetwork(db, { accountId, id }),
    findEntryNetwork: async (id) => (await findEntry(db, accountId, id))?.network,
  };
}
