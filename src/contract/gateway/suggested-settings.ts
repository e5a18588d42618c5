import { defaultOf } from '../asked-query.ts';
import type { Operation } from '../operation.ts';
import { type ParameterTable, suggestParameters } from '../suggested-parameters.ts';
import { listExchangeTransactions } from '../wallet-service/exchanges.ts';
import { listTransactions } from '../wallet-service/transactions.ts';
import { listWallets } from '../wallet-service/wallets.ts';
import { listWithdrawalRequests } from '../wallet-service/withdrawals.ts';
import {
  type Capability,
  capabilityAspects,
  capabilityDetails,
  type ProviderCapabilities,
} from './capabilities.ts';

/** A parameter of a list that doesn't work under the name that the provider is sent. */
type LackingParameter = {
  operation: string;
  parameter: string;
  /** The name by which the provider knows it; null where none was recognized. */
  name: string | null;
};

export type SuggestedSettings = {
  /** The whole value of `WALLET_API_PARAMETERS`, with what is set now; null where nothing would change. */
  parameters: ParameterTable | null;
  lacking: LackingParameter[];
  /** The whole value of `WALLET_API_WITHOUT`, as IDs; empty where nothing would change. */
  without: string[];
};

const lists: readonly Operation[] = [
  listWallets,
  listTransactions,
  listExchangeTransactions,
  listWithdrawalRequests,
];

/** What the settings should be, from what was found out about a provider. Names that weren't recognized are empty. */
export function suggestSettings({
  capabilities,
  parameters: current,
}: Pick<ProviderCapabilities, 'capabilities' | 'parameters'>): SuggestedSettings {
  const lacking = lists.flatMap((list) => lackingParameters(list, capabilities, current));
  const tried = lacking.map(({ name, ...one }) => ({ ...one, works: name ?? undefined }));
  const missing = capabilities.filter(
    ({ aspect, state }) => aspect === capabilityAspects.operation && state === 'disproved',
  );
  const isNew = missing.some(({ detail }) => detail !== capabilityDetails.setting);
  return {
    parameters: lacking.length === 0 ? null : suggestParameters(tried, current),
    lacking,
    without: isNew ? [...new Set(missing.map(({ operation }) => operation))].toSorted() : [],
  };
}

function lackingParameters(
  list: Operation,
  capabilities: readonly Capability[],
  current: ParameterTable,
): LackingParameter[] {
  const ofList = capabilities.filter(({ operation }) => operation === list.id);
  const own = current[list.id] ?? {};
  const taken = new Set(Object.values(own));
  return Object.keys(list.rows?.parameters ?? {}).flatMap((parameter) => {
    const found = lackOf(list, parameter, ofList);
    if (found === undefined) return [];
    const name = found.find(({ suggested_name: suggested }) => suggested !== null)?.suggested_name ?? null;
    const isFree = name !== null && !taken.has(name);
    // A name that the operator chose stays until a better one is known.
    if (!isFree && own[parameter] !== undefined) return [];
    if (isFree) taken.add(name);
    return [{ operation: list.id, parameter, name: isFree ? name : null }];
  });
}

/** What disproves a parameter; undefined where nothing does, or the settings say that it doesn't exist. */
function lackOf(list: Operation, parameter: string, found: readonly Capability[]): Capability[] | undefined {
  const isSort = list.rows?.parameters?.[parameter]?.kind === 'sort';
  // The default order is never asked for by name.
  const aspects = found.filter(({ aspect }) =>
    isSort
      ? aspect.startsWith(`${parameter}=`) && aspect !== `${parameter}=${defaultOf(list, parameter) ?? ''}`
      : aspect === parameter,
  );
  const disproved = aspects.filter(
    ({ state, detail }) => state === 'disproved' && detail !== capabilityDetails.setting,
  );
  const isKnown = aspects.some(({ state }) => state === 'proved');
  return disproved.length === 0 || isKnown ? undefined : disproved;
}
