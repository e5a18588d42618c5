import type { Limits } from '#contract/gateway/limits.ts';
import { networkRefusal } from '#dashboard/session/limits.ts';
import type { BookEntry } from '#contract/gateway/address-book.ts';
import { checkAddress } from '#domain/addresses.ts';
import type { Decimal } from '#domain/decimal.ts';
import { currenciesOf, type Network, networkNamed, networks, withdrawalNetworks } from '#domain/networks.ts';
import type { BalanceLine } from '#dashboard/entities/balances/balance-lines.ts';
import { checkFields, type Fields, isNameLike } from '../create/withdrawal-fields.ts';
import type { FeeKnowledge } from '../create/quote.ts';
import { type OwnWallet, poolLine } from '../create/source.queries.ts';
import type { ListColumn, ListRow } from './list-file.ts';

/** What rows are held against. What the key may not read is undefined. */
export type Known = {
  wallets: readonly OwnWallet[] | undefined;
  lines: readonly BalanceLine[] | undefined;
  book: readonly BookEntry[] | undefined;
  /** What a request of the currency costs on the network. */
  feeOf: (network: Network, currency: string) => FeeKnowledge;
  /** Those of the user's roles. */
  limits: Limits;
};

/** What pays. */
export type Payer = {
  /** The same for rows that share what is available. */
  key: string;
  name: string;
  available: Decimal | undefined;
  isBlocked: boolean;
};

export type ReadRow = {
  /** The external id as it is written; empty where the row has none. */
  fields: Fields;
  payer: Payer;
  fee: FeeKnowledge;
};

/** Columns that are wrong, each with what to do about it. */
export type RowProblems = Partial<Record<ListColumn, string>>;

/** What a row asks for, or what is wrong with it, by the same rules as the form for one request. */
export function parseRow(written: ListRow['written'], known: Known): ReadRow | RowProblems {
  const network = networkNamed(written.network);
  if (network === undefined) {
    const codes = withdrawalNetworks.join(', ');
    return { network: written.network === '' ? `enter one of ${codes}` : `unknown; enter one of ${codes}` };
  }
  const elsewhere = networkRefusal(known.limits, network);
  if (elsewhere !== undefined) return { network: elsewhere };
  const currency =
    currenciesOf(network).find((code) => code.toLowerCase() === written.currency.toLowerCase()) ??
    written.currency;
  const source = parseSource(written.source, network, currency, known);
  const recipient = parseRecipient(written.recipient, network, known);
  const feeIncluded = parseFeeIncluded(written.fee_included);
  const fee = known.feeOf(network, currency);
  const fields: Fields = {
    sender: source.sender,
    network,
    currency,
    sender_wallet: source.wallet ?? '',
    recipient_wallet: recipient.address ?? '',
    amount: written.amount,
    fee_included: feeIncluded ?? 'included',
    comment: written.comment,
    // A missing ID is generated later, and is valid.
    external_id: written.external_id === '' ? 'generated later' : written.external_id,
  };
  const {
    sender,
    sender_wallet: wallet,
    recipient_wallet: toWallet,
    ...errors
  } = checkFields(fields, {
    fee,
    // Only a request that is still to be created needs these.
    available: undefined,
    payer: undefined,
  });
  const problems: RowProblems = {
    ...errors,
    ...asProblem('source', source.reason ?? wallet ?? sender),
    ...asProblem('recipient', recipient.reason ?? toWallet),
    ...(feeIncluded === undefined && { fee_included: 'enter true or false' }),
  };
  if (Object.keys(problems).length > 0 || source.payer === undefined) return problems;
  return { fields: { ...fields, external_id: written.external_id }, payer: source.payer, fee };
}

function asProblem(column: ListColumn, reason: string | undefined): RowProblems {
  return reason === undefined ? {} : { [column]: reason };
}

/** Separates rows that can be sent from wrong ones. */
export function isReadRow(row: ReadRow | RowProblems): row is ReadRow {
  return 'fields' in row;
}

type Source = { sender: Fields['sender']; wallet?: string; payer?: Payer; reason?: string };

const poolNames = new Set(['pool', 'exchange', 'exchange pool']);

const wrong = (reason: string): Source => ({ sender: 'user', reason });

function parseSource(text: string, network: Network, currency: string, known: Known): Source {
  if (poolNames.has(text.toLowerCase())) {
    const line = known.lines && poolLine(known.lines, network, currency);
    const payer = {
      key: JSON.stringify(['pool', line?.network ?? network, currency]),
      name: 'Exchange pool',
      available: line?.available,
      isBlocked: false,
    };
    return { sender: 'exchange', payer };
  }
  if (text === '') return wrong('enter “pool”, or the name or address of a personal wallet');
  const check = checkAddress(network, text);
  const payerOf = (address: string, wallet: OwnWallet | undefined): Source => ({
    sender: 'user',
    wallet: address,
    payer: {
      key: JSON.stringify([address, currency]),
      name: wallet?.name ?? address,
      available: wallet?.available.get(currency),
      isBlocked: wallet?.status === 'blocked',
    },
  });
  if (known.wallets === undefined) {
    return check.ok
      ? payerOf(check.address, undefined)
      : wrong('enter “pool” or a wallet address, because you can’t see wallet names');
  }
  const named = known.wallets.filter(({ address, name }) =>
    check.ok ? address === check.address : name.toLowerCase() === text.toLowerCase(),
  );
  const here = named.filter((wallet) => wallet.network === network);
  const [wallet, another] = here;
  const place = networks[network].name;
  if (wallet === undefined) {
    return wrong(
      named.length > 0
        ? `“${text}” is a wallet on another network, not on ${place}`
        : `no personal wallet on ${place} has this name or address`,
    );
  }
  if (another !== undefined) {
    return wrong(`${here.length} wallets on ${place} have this name; enter the address instead`);
  }
  if (wallet.type === 'accounting')
    return wrong('the funds of accounting wallets are in the pool; enter “pool”');
  return payerOf(wallet.address, wallet);
}

function parseRecipient(
  text: string,
  network: Network,
  { book }: Known,
): { address: string; reason?: undefined } | { reason: string; address?: undefined } {
  const check = checkAddress(network, text);
  if (check.ok) return { address: check.address };
  const wanted = text.toLowerCase();
  const named = (book ?? []).filter(({ name }) => name.toLowerCase() === wanted);
  const here = named.filter((entry) => entry.network === network);
  const [entry, another] = here;
  const place = networks[network].name;
  if (another !== undefined) {
    return { reason: `${here.length} address book entries have this name; enter the address instead` };
  }
  if (entry !== undefined) return { address: entry.address };
  if (named.length > 0)
    return { reason: `“${text}” is in the address book for another network, not ${place}` };
  return { reason: isNameLike(text) ? `not a valid ${place} address or an address book name` : check.reason };
}

function parseFeeIncluded(text: string): Fields['fee_included'] | undefined {
  const word = text.toLowerCase();
  if (['', 'true', 'yes', '1'].includes(word)) return 'included';
  return ['false', 'no', '0'].includes(word) ? 'added' : undefined;
}
